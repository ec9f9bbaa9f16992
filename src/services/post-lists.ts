import { type Awaitable, andThen } from '../core/awaitable.ts'
import { ApiError, unsupported } from '../core/errors.ts'
import { forOneRequest } from '../core/one-request.ts'
import type { Scope } from '../core/scope.ts'
import type { PostSorting } from '../engines/filters/fields.ts'
import { type Condition, type PostOwner, writeQuery } from '../engines/filters/query.ts'
import type { FactsKey } from '../records/facts-key.ts'
import type { Post } from '../records/post.ts'
import type { FormerHolder } from '../records/user-key.ts'
import { notOurs } from './cursors.ts'
import { examples } from './examples.ts'
import { FeedPage, readFeed } from './feed-page.ts'
import { postFilter, postOrder } from './filter-inputs.ts'
import { count, cursor, type Input, id, keyword, username } from './input.ts'
import type { Deps } from './operation.ts'
import { walkInOrder, walkSorted } from './post-walks.ts'

/** Lists of posts that can be filtered and sorted: those of their owners, search results, and all public posts. */

export type PostFeed = PostOwner['feed'] | 'searchVideos'

/** A list of posts. `of`: null for all public posts; `what` names the owner in messages. */
export type PostList = { readonly of: { readonly feed: PostFeed; readonly key: string } | null; readonly what: string }

const owners: Readonly<Record<PostFeed, { name: string; key: Input<string>; what: (key: string) => string }>> = {
  userPosts: { name: 'username', key: username(examples.username), what: (key) => `User ${key}` },
  soundPosts: { name: 'soundId', key: id('sound', examples.soundId), what: (key) => `Sound ${key}` },
  placePosts: { name: 'placeId', key: id('place', examples.placeId), what: (key) => `Place ${key}` },
  hashtagPosts: {
    name: 'challengeId',
    key: id('hashtag challenge', examples.challengeId),
    what: (key) => `Hashtag challenge ${key}`
  },
  collectionPosts: {
    name: 'collectionId',
    key: id('collection', examples.collectionId),
    what: (key) => `Collection ${key}`
  },
  searchVideos: { name: 'keyword', key: keyword(examples.keyword), what: () => 'The search' }
}

/** The list of an owner, or of the results of a search by keyword. Throws `INVALID_PARAM` for a key that cannot be one. */
export const postListOf = (feed: PostFeed, key: string | FormerHolder | FactsKey): PostList => {
  const owner = owners[feed]
  const read = owner.key.read(key, owner.name)
  return { of: { feed, key: read }, what: owner.what(read) }
}

export const allPublicPosts: PostList = { of: null, what: 'The list of all posts' }

/** Whether the source filters, sorts and counts this list. Sources do not filter search results. */
export const isFilteredBySource = ({ reads }: Deps, { of }: PostList): boolean =>
  reads.hasFilters === true && of?.feed !== 'searchVideos'

const isOwned = (of: PostList['of']): of is PostOwner | null => of?.feed !== 'searchVideos'

/** The error for lists of all posts or creators, if the source has only lists of owners. */
export const noListOfAll = (list: string) =>
  unsupported(
    `This server cannot list all ${list}`,
    `the data come from a source without a graph, which has no list of all ${list}: filter the posts of a creator, sound, hashtag, place or collection instead`
  )

type PostRequest = { count: number; cursor: string | null; where: Condition | null; order: PostSorting | null }

/** Inputs of a filtered page as clients give them. */
export type RawPostRequest = { filter?: unknown; orderBy?: unknown; count?: unknown; cursor?: unknown }

/** The validated inputs of a page. `kind`: the feed whose page sizes apply. */
export const readPostRequest = (kind: PostFeed | 'filteredPosts', raw: RawPostRequest): PostRequest => ({
  count: count(kind).read(raw.count ?? undefined, 'count'),
  cursor: cursor.read(raw.cursor ?? undefined, 'cursor'),
  where: postFilter.read(raw.filter ?? undefined, 'filter'),
  order: postOrder.read(raw.orderBy ?? undefined, 'orderBy')
})

/**
 * A page of a list, filtered and sorted. If the source cannot do that, the list is read page by page up to a limit, and `coverage` of the page
 * is the part of the list that was scanned.
 */
export const readPostList = (
  deps: Deps,
  scope: Scope,
  list: PostList,
  { where, order, ...request }: PostRequest
): Awaitable<FeedPage<Post>> => {
  const { of, what } = list
  const { cursors } = deps
  // Everything meets the filter.
  if (where === null && order === null && of !== null) return readFeed(deps, scope, of.feed, of.key, request, what)
  // Cursors are valid only for this list with this filter and order. If an upstream begins or ceases to filter during a walk, the walk continues
  // as it began.
  const key = JSON.stringify({ walked: of, where, order })
  const after = request.cursor === null ? null : cursors.find('filteredPosts', key, request.cursor)
  if (isOwned(of)) {
    const asked = writeQuery({ of, where, order })
    if (after === null && isFilteredBySource(deps, list)) {
      return readFeed(deps, scope, 'filteredPosts', asked, request, what)
    }
    if (request.cursor !== null && cursors.find('filteredPosts', asked, request.cursor) !== null) {
      throw new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 60 })
    }
  }
  if (of === null) throw noListOfAll('posts')
  if (request.cursor !== null && after === null) throw notOurs()
  const bounds = { count: request.count, after }
  const walked =
    order === null
      ? walkInOrder(deps, scope, { ...of, what }, where, bounds)
      : walkSorted(deps, scope, { ...of, what }, where, order, bounds)
  return andThen(walked, (page) => {
    forOneRequest(page.items)
    return new FeedPage(page, (position) => cursors.seal('filteredPosts', key, position))
  })
}
