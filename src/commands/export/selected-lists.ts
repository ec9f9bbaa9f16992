import type { Awaitable } from '../../core/awaitable.ts'
import type { Scope } from '../../core/scope.ts'
import { allOf } from '../../engines/filters/conditions.ts'
import type { PostSorting } from '../../engines/filters/fields.ts'
import type { Condition } from '../../engines/filters/query.ts'
import type { Post } from '../../records/post.ts'
import type { FeedPage } from '../../services/feed-page.ts'
import type { Deps } from '../../services/operation.ts'
import {
  allPublicPosts,
  isFilteredBySource,
  type PostList,
  postListOf,
  readPostList
} from '../../services/post-lists.ts'
import { filterRecords } from '../../services/record-engine.ts'
import { users } from '../../services/users.ts'
import { feeds } from '../../store/kinds.ts'
import { type PagesOptions, pagesOf } from './pages.ts'
import type { OperationTarget } from './targets.ts'
import type { Walk } from './walk.ts'

/** Filter and order of exported posts. Null: all posts, in the list's own order. */
export type PostSelection = { where: Condition | null; order: PostSorting | null }
/** Filter and order of creators, as given and already validated. */
export type RawUserSelection = { filter: unknown; orderBy: string | null | undefined }

export type SelectedOptions = PagesOptions & {
  /** Called with the number of posts read if the list could not be read completely. */
  onIncomplete: (scanned: number) => void
}

/** All public posts, filtered and sorted. */
export const allPostsOf = (selection: PostSelection, options: SelectedOptions): Walk =>
  postsOf(() => allPublicPosts, feeds.filteredPosts.pageSize.max, selection, options)

/** Posts of a target, filtered and sorted, by the source if possible. */
export const selectedPostsOf = (target: OperationTarget, selection: PostSelection, options: SelectedOptions): Walk => {
  const { feed } = target
  if (feed === null) throw new RangeError(`${target.what} has no list of posts`)
  const list = async (deps: Deps, scope: Scope): Promise<PostList> => {
    // Operations that list posts have one input besides paging.
    const [key = ''] = Object.values(await target.given(deps, scope))
    return postListOf(feed, String(key))
  }
  return async function* (from) {
    const { deps, read } = options
    const found = await read((scope) => list(deps, scope))
    const isWalked = selection.order === null && !isFilteredBySource(deps, found)
    const walk = isWalked
      ? filteredPagesOf(target, found, selection.where, options)
      : postsOf(() => found, feeds[feed].pageSize.max, selection, options)
    yield* walk(from)
  }
}

/** All plain pages of a list, with only the posts that meet a condition. */
const filteredPagesOf = (
  target: OperationTarget,
  { of }: PostList,
  where: Condition | null,
  options: SelectedOptions
): Walk =>
  async function* (from) {
    if (of === null) throw new RangeError('plain pages belong to an owner')
    // The limit applies to the filtered posts.
    for await (const { rows, next } of pagesOf(target, { ...options, limit: null })(from)) {
      // The operation lists posts.
      const posts = rows as readonly Post[]
      const matching = await options.read((scope) => filterRecords(posts, of, where, scope.signal))
      yield { rows: matching.map((index) => posts[index]), next }
    }
  }

const postsOf = (
  list: () => PostList,
  largest: number,
  { where, order }: PostSelection,
  { deps, read, limit, since, onIncomplete }: SelectedOptions
): Walk => {
  const newer: Condition | null = since === null ? null : { number: 'created_at', min: since, max: null, not: false }
  const condition = allOf([where, newer])
  return pageByPage(
    { largest, limit },
    (count, cursor) => read((scope) => readPostList(deps, scope, list(), { count, cursor, where: condition, order })),
    ({ coverage }) => {
      if (coverage !== null && !coverage.isComplete) onIncomplete(coverage.scanned ?? 0)
    }
  )
}

/** All creators, filtered and sorted. */
export const allUsersOf = ({ filter, orderBy }: RawUserSelection, { deps, read, limit }: PagesOptions): Walk =>
  pageByPage({ largest: feeds.filteredUsers.pageSize.max, limit }, (count, cursor) =>
    read((scope) => users.all(deps, scope, { filter, orderBy, count, cursor }))
  )

/** Pages of a list by cursor, of one size. */
const pageByPage = <T>(
  { largest, limit }: { largest: number; limit: number | null },
  read: (count: number, cursor: string | null) => Awaitable<FeedPage<T>>,
  onPage: (page: FeedPage<T>) => void = () => {}
): Walk =>
  async function* (from) {
    const count = limit === null ? largest : Math.min(largest, limit)
    let cursor = typeof from?.cursor === 'string' ? from.cursor : null
    do {
      const page = await read(count, cursor)
      onPage(page)
      cursor = page.cursor
      yield { rows: page.items, next: cursor === null ? null : { cursor } }
    } while (cursor !== null)
  }
