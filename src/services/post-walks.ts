import { BadPosition, type PageRequest, type Position } from '../core/paging.ts'
import type { Scope } from '../core/scope.ts'
import type { PostSorting } from '../engines/filters/fields.ts'
import type { Condition, Facet, PostOwner } from '../engines/filters/query.ts'
import type { Post } from '../records/post.ts'
import type { PostSummary } from '../records/post-summary.ts'
import { feeds } from '../store/kinds.ts'
import { type Coverage, isWritten, type Page, readWritten } from '../store/source.ts'
import { notOurs } from './cursors.ts'
import { readPage } from './feed-page.ts'
import { type Deps, defaultMaxScan } from './operation.ts'
import { filterRecords, sortRecords, summarizeRecords } from './record-engine.ts'
import { refuseUnread } from './refuse-unread.ts'

/**
 * Filters and sorts a list if the source cannot: reads its ordinary pages up to a limit, through the cache and counted as reads, and evaluates
 * the records here.
 */

type WalkedList = { readonly feed: PostOwner['feed'] | 'searchVideos'; readonly key: string; readonly what: string }

/** The pages of a list from a position to the end of the list or the limit. */
async function* pagesOf(
  { reads, maxScan = defaultMaxScan }: Deps,
  scope: Scope,
  { feed, key, what }: WalkedList,
  after: Position | null
): AsyncGenerator<Page<Post>> {
  const { max } = feeds[feed].pageSize
  let position = after
  // A source may return shorter pages than requested, so the limit also applies to the number of reads.
  for (let left = maxScan; left > 0; left -= max) {
    const found = await readPage(reads, scope, feed, key, { count: Math.min(max, left), after: position }, what)
    const page = isWritten(found) ? readWritten<Post>(found) : found
    yield page
    position = page.next
    if (position === null) return
  }
}

/**
 * A page in the list's own order, with positions of the list. Reads the list until the page is full. In the server's own data it continues to
 * the next match, up to the limit, to find whether there is a next page; for other sources that could cost many calls.
 */
export const walkInOrder = async (
  deps: Deps,
  scope: Scope,
  list: WalkedList,
  where: Condition | null,
  { count, after }: PageRequest
): Promise<Page<Post>> => {
  refuseUnread(where, null)
  const items: Post[] = []
  const positions: Position[] = []
  let scanned = 0
  let next: Position | null = null
  for await (const page of pagesOf(deps, scope, list, after)) {
    const matching = await filterRecords(page.items, list, where, scope.signal)
    const taken = matching.slice(0, count - items.length)
    for (const index of taken) {
      // Each item of a page has a position.
      items.push(page.items[index] as Post)
      positions.push(page.positions[index] as Position)
    }
    scanned += page.items.length
    const isFollowed = matching.length > taken.length
    next = isFollowed ? (positions.at(-1) ?? null) : page.next
    if (isFollowed || (items.length === count && deps.reads.hasFilters !== true)) break
  }
  const isComplete = next === null || items.length === count
  return { items, positions, next, total: null, coverage: { scanned, isComplete } }
}

/** All posts of a list up to the limit. */
const readAll = async (deps: Deps, scope: Scope, list: WalkedList): Promise<{ posts: Post[]; coverage: Coverage }> => {
  const posts: Post[] = []
  let isComplete = false
  for await (const page of pagesOf(deps, scope, list, null)) {
    posts.push(...page.items)
    isComplete = page.next === null
  }
  return { posts, coverage: { scanned: posts.length, isComplete } }
}

/** A page of the sorted list. Every page reads the list up to the limit, from the cache after the first time. */
export const walkSorted = async (
  deps: Deps,
  scope: Scope,
  list: WalkedList,
  where: Condition | null,
  order: PostSorting,
  request: PageRequest
): Promise<Page<Post>> => {
  refuseUnread(where, order)
  const { posts, coverage } = await readAll(deps, scope, list)
  try {
    return { ...(await sortRecords(posts, list, where, order, request, scope.signal)), coverage }
  } catch (error) {
    // The cursor is from another kind of source, which has been replaced.
    throw error instanceof BadPosition ? notOurs() : error
  }
}

/** A facet of the posts of a list up to the limit. */
export const summarizeWalk = async (
  deps: Deps,
  scope: Scope,
  list: WalkedList,
  where: Condition | null,
  facet: Facet
): Promise<PostSummary | null> => {
  refuseUnread(where, null)
  const { posts } = await readAll(deps, scope, list)
  return summarizeRecords(posts, list, where, facet, scope.signal)
}
