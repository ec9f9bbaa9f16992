import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { Collection, PlaylistList } from '../../records/collection.ts'
import { CreatorScorecard } from '../../records/creator-scorecard.ts'
import { Effect } from '../../records/effect.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../../records/live-room.ts'
import { Place } from '../../records/place.ts'
import { Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { challenges } from '../../services/challenges.ts'
import { collections } from '../../services/collections.ts'
import { effects } from '../../services/effects.ts'
import type { FeedPage } from '../../services/feed-page.ts'
import { intelligence } from '../../services/intelligence.ts'
import { live } from '../../services/live.ts'
import type { Deps, Operation } from '../../services/operation.ts'
import { places } from '../../services/places.ts'
import { posts } from '../../services/posts.ts'
import { search } from '../../services/search.ts'
import { type LibraryPage, sounds } from '../../services/sounds.ts'
import { type FollowersByTime, users } from '../../services/users.ts'
import type { EnvelopeContents } from './envelope.ts'

/** Result of an operation by its pagination kind. */
type Results = { none: unknown; cursor: FeedPage<unknown>; max_time: FollowersByTime; page: LibraryPage }
export type PaginationKind = keyof Results

const contentsOf: { readonly [K in PaginationKind]: (result: Results[K]) => EnvelopeContents } = {
  none: (data) => ({ data, pagination: null, next: null }),
  cursor: ({ list, cursor, hasMore }) => ({
    data: list,
    pagination: { cursor, has_more: hasMore },
    next: cursor === null ? null : { cursor }
  }),
  max_time: ({ list, nextMaxTime, hasMore, total }) => ({
    data: list,
    pagination: { next_max_time: nextMaxTime, has_more: hasMore, total },
    next: hasMore ? { max_time: nextMaxTime } : null
  }),
  page: ({ list, page, hasMore, total }) => ({
    data: list,
    pagination: { page, has_more: hasMore, total },
    next: hasMore ? { page: page + 1 } : null
  })
}

export type OperationGroup =
  | 'Users'
  | 'Posts'
  | 'Sounds'
  | 'Search'
  | 'Live'
  | 'Effects'
  | 'Places'
  | 'Collections'
  | 'Challenges'
  | 'Intelligence'

type Facts = {
  id: string
  group: OperationGroup
  path: string
  summary: string
  /** Details beyond the summary, in sentences. */
  description: string
  /** The record in `data`: one, a list of them, or plain strings. */
  record: { readonly title?: string; readonly properties: object } | 'strings'
  /** Error codes beyond those every operation has. */
  errors: readonly ErrorCode[]
  /** The GraphQL equivalent: fields from the root, `$name` for the parameter of that name. */
  graph: readonly string[]
}

type OperationRow<K extends PaginationKind = PaginationKind> = {
  // biome-ignore lint/suspicious/noExplicitAny: rows of one table hold operations with different inputs
  [P in K]: Facts & { pagination: P; operation: Operation<any, Results[P]> }
}[K]

/** One REST operation: path, parameters, result, and the service call. */
export type RestOperation = Facts &
  Pick<Operation, 'input' | 'exactlyOneOf'> & {
    pagination: PaginationKind
    isList: boolean
    run: (deps: Deps, scope: Scope, raw: Readonly<Record<string, unknown>>) => Awaitable<EnvelopeContents>
  }

const toOperation = <K extends PaginationKind>({ operation, ...row }: OperationRow<K>): RestOperation => ({
  ...row,
  path: `/api/v1${row.path}`,
  input: operation.input,
  exactlyOneOf: operation.exactlyOneOf,
  isList: row.pagination !== 'none' || row.record === 'strings',
  run: (deps, scope, raw) => andThen(operation(deps, scope, raw), contentsOf[row.pagination])
})

/** One row per operation, in the order of the groups. */
// biome-ignore format: four lines a row: where it is, what it gives in two, how else it ends and where the graph has the same
const rows: readonly OperationRow[] = [
  { id: 'getUser', group: 'Users', path: '/users/{username}', pagination: 'none',
    summary: 'A creator’s profile', record: UserProfile, operation: users.byUsername,
    description: 'By handle, case-insensitive. With `region`, the variant of the profile for that region, or the default profile if there is none. Private accounts have a profile too.',
    errors: ['NOT_FOUND'], graph: ['user(by: { username: $username })'] },
  { id: 'getUserById', group: 'Users', path: '/users/by-id/{userId}', pagination: 'none',
    summary: 'A profile by numeric id', record: UserProfile, operation: users.byId,
    description: 'The same record as by handle. Store ids rather than handles: handles can change, ids do not.',
    errors: ['NOT_FOUND'], graph: ['user(by: { userId: $userId })'] },
  { id: 'listUserPosts', group: 'Users', path: '/users/{username}/posts', pagination: 'cursor',
    summary: 'Recent posts of a creator', record: Post, operation: users.posts,
    description: 'Newest first. Empty for a private account.',
    errors: ['NOT_FOUND'], graph: ['user(by: { username: $username })', 'posts(first: $count)'] },
  { id: 'listUserReposts', group: 'Users', path: '/users/{username}/reposts', pagination: 'cursor',
    summary: 'Posts a creator reposted', record: Post, operation: users.reposts,
    description: 'Latest repost first, each with its own author. Empty for a private account, and for creators who repost nothing.',
    errors: ['NOT_FOUND'], graph: ['user(by: { username: $username })', 'reposts(first: $count)'] },
  { id: 'listUserFollowers', group: 'Users', path: '/users/{username}/followers', pagination: 'max_time',
    summary: 'Followers of a creator', record: UserProfile, operation: users.followersByTime,
    description: 'Latest first, paged by time. The platform lists only part of a large audience, and `total` counts only the listed followers. Empty for a private account.',
    errors: ['NOT_FOUND'], graph: ['user(by: { username: $username })', 'followers(first: $count)'] },
  { id: 'getUserPlaylist', group: 'Users', path: '/users/{username}/playlist', pagination: 'none',
    summary: 'All public collections of a creator', record: PlaylistList, operation: users.collections,
    description: 'All in one response, in the creator’s order. Empty for a private account.',
    errors: ['NOT_FOUND'], graph: ['user(by: { username: $username })', 'collections'] },
  { id: 'getPost', group: 'Posts', path: '/posts', pagination: 'none',
    summary: 'One post, by id or address', record: Post, operation: posts.byIdOrUrl,
    description: 'By `videoId` or by its public `url`; exactly one of the two. The URL is parsed, never fetched.',
    errors: ['NOT_FOUND'], graph: ['post(by: { postId: $videoId })'] },
  { id: 'getSound', group: 'Sounds', path: '/sounds/{soundId}', pagination: 'none',
    summary: 'One sound', record: Sound, operation: sounds.byId,
    description: 'Title, author, length, licence and number of posts.',
    errors: ['NOT_FOUND'], graph: ['sound(soundId: $soundId)'] },
  { id: 'listSoundPosts', group: 'Sounds', path: '/sounds/{soundId}/posts', pagination: 'cursor',
    summary: 'Posts that use a sound', record: Post, operation: sounds.posts,
    description: 'Newest first.',
    errors: ['NOT_FOUND'], graph: ['sound(soundId: $soundId)', 'posts(first: $count)'] },
  { id: 'listSoundLibrary', group: 'Sounds', path: '/sounds/library', pagination: 'page',
    summary: 'The licensed sound library', record: Sound, operation: sounds.libraryPage,
    description: 'Sounds under a commercial licence, paged by number.',
    errors: [], graph: ['soundLibrary(first: $count)'] },
  { id: 'search', group: 'Search', path: '/search', pagination: 'cursor',
    summary: 'Top posts for a keyword', record: Post, operation: search.top,
    description: 'Over captions, hashtags, creators and sounds, ranked by relevance, popularity and recency.',
    errors: [], graph: ['search(keyword: $keyword)', 'posts(first: $count)'] },
  { id: 'searchVideos', group: 'Search', path: '/search/videos', pagination: 'cursor',
    summary: 'Posts for a keyword', record: Post, operation: search.videos,
    description: 'Posts whose caption or hashtags match; where no post matches every term, those whose creator, sound or place does.',
    errors: [], graph: ['search(keyword: $keyword)', 'videos(first: $count)'] },
  { id: 'searchUsers', group: 'Search', path: '/search/users', pagination: 'cursor',
    summary: 'Creators for a keyword', record: UserProfile, operation: search.users,
    description: 'Creators whose handle, name or bio matches; the last word may be a prefix.',
    errors: [], graph: ['search(keyword: $keyword)', 'users(first: $count)'] },
  { id: 'searchLive', group: 'Search', path: '/search/live', pagination: 'cursor',
    summary: 'Active live rooms for a keyword', record: LiveSearchResult, operation: search.live,
    description: 'Rooms whose title or streamer matches; the last word may be a prefix. Results change from one request to the next, as rooms start and end.',
    errors: [], graph: ['search(keyword: $keyword)', 'live(first: $count)'] },
  { id: 'suggest', group: 'Search', path: '/search/suggest', pagination: 'none',
    summary: 'Terms that complete a keyword', record: 'strings', operation: search.suggestions,
    description: 'Up to ten creators, hashtags, places, sounds, effects and phrases, the most popular first; part of a word is enough. The prefix `#` limits them to hashtags, `@` to creators. Where nothing completes the keyword, similar terms.',
    errors: [], graph: ['search(keyword: $keyword)', 'suggestions'] },
  { id: 'getLiveRoom', group: 'Live', path: '/live/{roomId}', pagination: 'none',
    summary: 'One live room', record: LiveRoom, operation: live.byRoomId,
    description: 'Title, streamer, viewers and likes. Cached for two minutes.',
    errors: ['NOT_FOUND'], graph: ['liveRoom(roomId: $roomId)'] },
  { id: 'getLiveStatus', group: 'Live', path: '/live/{username}/alive', pagination: 'none',
    summary: 'Whether a creator is live now', record: LiveStatus, operation: live.status,
    description: 'For an unknown handle, `is_alive` is false, with status 200. Errors are possible only if the data source is unreachable, slow or broken: 503, 504 or 502, as for every operation.',
    errors: [], graph: ['liveStatus(username: $username)'] },
  { id: 'getEffect', group: 'Effects', path: '/effects/{effectId}', pagination: 'none',
    summary: 'One camera effect', record: Effect, operation: effects.byId,
    description: 'Name, icon, topics and number of uses.',
    errors: ['NOT_FOUND'], graph: ['effect(effectId: $effectId)'] },
  { id: 'getPlace', group: 'Places', path: '/places/{placeId}', pagination: 'none',
    summary: 'One place', record: Place, operation: places.byId,
    description: 'Name, address, numeric codes of city and country, and number of posts.',
    errors: ['NOT_FOUND'], graph: ['place(placeId: $placeId)'] },
  { id: 'listPlacePosts', group: 'Places', path: '/places/{placeId}/posts', pagination: 'cursor',
    summary: 'Posts tagged with a place', record: Post, operation: places.posts,
    description: 'Newest first.',
    errors: ['NOT_FOUND'], graph: ['place(placeId: $placeId)', 'posts(first: $count)'] },
  { id: 'getCollection', group: 'Collections', path: '/collections/{collectionId}', pagination: 'none',
    summary: 'One collection', record: Collection, operation: collections.byId,
    description: 'Name, cover and number of posts.',
    errors: ['NOT_FOUND'], graph: ['collection(collectionId: $collectionId)'] },
  { id: 'listCollectionPosts', group: 'Collections', path: '/collections/{collectionId}/posts', pagination: 'cursor',
    summary: 'Posts of a collection', record: Post, operation: collections.posts,
    description: 'In the order of the collection.',
    errors: ['NOT_FOUND'], graph: ['collection(collectionId: $collectionId)', 'posts(first: $count)'] },
  { id: 'listChallengePosts', group: 'Challenges', path: '/challenges/{challengeId}/posts', pagination: 'cursor',
    summary: 'Posts of a hashtag challenge', record: Post, operation: challenges.posts,
    description: 'Newest first.',
    errors: ['NOT_FOUND'], graph: ['hashtag(by: { hashtagId: $challengeId })', 'posts(first: $count)'] },
  { id: 'getCreatorScorecard', group: 'Intelligence', path: '/intelligence/creator/{username}', pagination: 'none',
    summary: 'The scorecard of a creator', record: CreatorScorecard, operation: intelligence.scorecard,
    description: 'Engagement, consistency, focus, growth and authority, computed from at most 30 recent posts. The account must be public.',
    errors: ['ACCOUNT_PRIVATE', 'NOT_FOUND'], graph: ['user(by: { username: $username })', 'scorecard'] }
]

/** All operations. Routing, OpenAPI, docs and tests read this table. */
export const operations: readonly RestOperation[] = rows.map((row) => toOperation(row))
