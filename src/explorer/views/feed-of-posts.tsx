import type { ComponentChildren } from 'preact'
import { type LoadedPage, useFeed } from '../graph/use-feed.ts'
import { FeedEnd } from '../parts/feed-end.tsx'
import { ListBar, type Listed } from '../parts/list-bar.tsx'
import { PostGrid, type PostTile } from '../parts/post-grid.tsx'

type FeedOfPostsProps = {
  id: string
  first: LoadedPage<PostTile>
  listed: Listed
  load: (after: string) => Promise<LoadedPage<PostTile> | null>
  showsAuthor?: boolean
  /** Shown above the list, next to the export menu. */
  actions?: ComponentChildren
  /** Shown when there are no posts. */
  children: ComponentChildren
}

/** Posts as a grid that grows. */
export const FeedOfPosts = ({ id, first, listed, load, showsAuthor = true, actions, children }: FeedOfPostsProps) => {
  const feed = useFeed(id, first, load)
  if (feed.nodes.length === 0) {
    return (
      <>
        {children}
        {actions}
      </>
    )
  }
  return (
    <>
      <ListBar listed={listed} feed={feed} things="posts">
        {actions}
      </ListBar>
      <PostGrid posts={feed.nodes} showsAuthor={showsAuthor} />
      <FeedEnd feed={feed} what="posts" />
    </>
  )
}
