import type { ComponentChild, ComponentChildren } from 'preact'
import { type LoadedPage, useFeed } from '../graph/use-feed.ts'
import { FeedEnd } from '../parts/feed-end.tsx'
import { ListBar, type ListedPosts } from '../parts/list-bar.tsx'

export type FeedProps<N> = {
  id: string
  first: LoadedPage<N>
  listed: ListedPosts
  load: (after: string) => Promise<LoadedPage<N> | null>
  /** The plural noun of its elements, such as “posts”. */
  noun: string
  show: (nodes: readonly N[]) => ComponentChild
  /** Shown above the list, next to the export menu. */
  actions?: ComponentChildren
  /** Shown when there is nothing. */
  children: ComponentChildren
}

/** A list that grows, with its number and export menu above. */
export const FeedOf = <N,>({ id, first, listed, load, noun, show, actions, children }: FeedProps<N>) => {
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
      <ListBar listed={listed} total={first.totalCount ?? null} feed={feed} noun={noun}>
        {actions}
      </ListBar>
      {show(feed.nodes)}
      <FeedEnd feed={feed} what={noun} />
    </>
  )
}
