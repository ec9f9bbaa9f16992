import type { ComponentChildren } from 'preact'
import { type Page, useFeed } from '../graph/use-feed.ts'
import { FeedEnd } from '../parts/feed-end.tsx'
import { PostGrid, type PostTile } from '../parts/post-grid.tsx'

type FeedOfPostsProps = {
  id: string
  first: Page<PostTile>
  load: (after: string) => Promise<Page<PostTile> | null>
  showsAuthor?: boolean
  /** Shown when there are no posts. */
  children: ComponentChildren
}

/** Posts as a grid that grows. */
export const FeedOfPosts = ({ id, first, load, showsAuthor = true, children }: FeedOfPostsProps) => {
  const feed = useFeed(id, first, load)
  if (feed.nodes.length === 0) return <>{children}</>
  return (
    <>
      <PostGrid posts={feed.nodes} showsAuthor={showsAuthor} />
      <FeedEnd feed={feed} what="posts" />
    </>
  )
}
