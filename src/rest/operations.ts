import { type Awaitable, andThen } from '../core/awaitable.ts'
import type { Scope } from '../core/scope.ts'
import { Collection, PlaylistList } from '../records/collection.ts'
import { CreatorScorecard } from '../records/creator-scorecard.ts'
import { Effect } from '../records/effect.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../records/live-room.ts'
import { Place } from '../records/place.ts'
import { Post } from '../records/post.ts'
import { Sound } from '../records/sound.ts'
import { UserProfile } from '../records/user-profile.ts'
import type { FeedPage } from '../services/feed-page.ts'
import type { Operation } from '../services/input.ts'
import type { Services } from '../services/services.ts'
import type { LibraryPage } from '../services/sounds.ts'
import type { FollowersByTime } from '../services/users.ts'
import type { Answer } from './envelope.ts'

export type PaginationKind = 'none' | 'cursor' | 'max_time' | 'page'

/** One REST operation: where it is, what it answers with, and which service does the work. */
export type RestOperation = {
  id: string
  group: string
  path: string
  summary: string
  /** The record that `data` holds: one, a list of them, or plain strings. */
  record: { readonly title?: string; readonly properties: object } | 'strings'
  pagination: PaginationKind
  isList: boolean
  /** The service operation, whose input declares the parameters. */
  service: (services: Services) => Pick<Operation, 'input'>
  run: (services: Services, scope: Scope, raw: Readonly<Record<string, unknown>>) => Awaitable<Answer>
}

type Place_ = { id: string; group: string; path: string; summary: string }
type Record_ = { readonly title?: string; readonly properties: object }
// biome-ignore lint/suspicious/noExplicitAny: rows of one table hold operations with different inputs
type Call<R> = (services: Services) => Operation<any, R>

const one = (place: Place_, record: Record_, service: Call<unknown>): RestOperation => ({
  ...place,
  record,
  pagination: 'none',
  isList: false,
  service,
  run: (services, scope, raw) => andThen(service(services)(scope, raw), (data) => ({ data, pagination: null }))
})

const strings = (place: Place_, service: Call<string[]>): RestOperation => ({
  ...one(place, { properties: {} }, service),
  record: 'strings',
  isList: true
})

const list = (place: Place_, record: Record_, service: Call<FeedPage<unknown>>): RestOperation => ({
  ...place,
  record,
  pagination: 'cursor',
  isList: true,
  service,
  run: (services, scope, raw) =>
    andThen(service(services)(scope, raw), ({ items, cursor, hasMore }) => ({
      data: items,
      pagination: { cursor, has_more: hasMore }
    }))
})

const byTime = (place: Place_, record: Record_, service: Call<FollowersByTime>): RestOperation => ({
  ...place,
  record,
  pagination: 'max_time',
  isList: true,
  service,
  run: (services, scope, raw) =>
    andThen(service(services)(scope, raw), ({ items, nextMaxTime, hasMore, total }) => ({
      data: items,
      pagination: { next_max_time: nextMaxTime, has_more: hasMore, total }
    }))
})

const byPage = (place: Place_, record: Record_, service: Call<LibraryPage>): RestOperation => ({
  ...place,
  record,
  pagination: 'page',
  isList: true,
  service,
  run: (services, scope, raw) =>
    andThen(service(services)(scope, raw), ({ items, page, hasMore, total }) => ({
      data: items,
      pagination: { page, has_more: hasMore, total }
    }))
})

const at = (group: string, id: string, path: string, summary: string): Place_ => ({
  id,
  group,
  path: `/api/v1${path}`,
  summary
})

/** All operations in the order of the specification. Routing, OpenAPI, the docs and the tests read this table. */
export const operations: readonly RestOperation[] = [
  one(at('Users', 'getUser', '/users/{username}', 'A creator’s profile'), UserProfile, (s) => s.users.byUsername),
  one(at('Users', 'getUserById', '/users/by-id/{userId}', 'A profile by numeric id'), UserProfile, (s) => s.users.byId),
  list(
    at('Users', 'listUserPosts', '/users/{username}/posts', 'Recent posts of a creator'),
    Post,
    (s) => s.users.posts
  ),
  list(
    at('Users', 'listUserReposts', '/users/{username}/reposts', 'Posts a creator reposted'),
    Post,
    (s) => s.users.reposts
  ),
  byTime(
    at('Users', 'listUserFollowers', '/users/{username}/followers', 'Followers of a creator'),
    UserProfile,
    (s) => s.users.followersByTime
  ),
  one(
    at('Users', 'getUserPlaylist', '/users/{username}/playlist', 'All public collections of a creator'),
    PlaylistList,
    (s) => s.users.collections
  ),
  one(at('Posts', 'getPost', '/posts', 'One post, by id or address'), Post, (s) => s.posts.byIdOrUrl),
  one(at('Sounds', 'getSound', '/sounds/{soundId}', 'One sound'), Sound, (s) => s.sounds.byId),
  list(
    at('Sounds', 'listSoundPosts', '/sounds/{soundId}/posts', 'Posts that use a sound'),
    Post,
    (s) => s.sounds.posts
  ),
  byPage(
    at('Sounds', 'listSoundLibrary', '/sounds/library', 'The licensed sound library'),
    Sound,
    (s) => s.sounds.libraryPage
  ),
  list(at('Search', 'search', '/search', 'Top posts for a keyword'), Post, (s) => s.search.top),
  list(at('Search', 'searchVideos', '/search/videos', 'Posts for a keyword'), Post, (s) => s.search.videos),
  list(at('Search', 'searchUsers', '/search/users', 'Creators for a keyword'), UserProfile, (s) => s.search.users),
  list(
    at('Search', 'searchLive', '/search/live', 'Rooms on the air for a keyword'),
    LiveSearchResult,
    (s) => s.search.live
  ),
  strings(at('Search', 'suggest', '/search/suggest', 'Terms that complete a keyword'), (s) => s.search.suggestions),
  one(at('Live', 'getLiveRoom', '/live/{roomId}', 'One live room'), LiveRoom, (s) => s.live.byRoomId),
  one(
    at('Live', 'getLiveStatus', '/live/{username}/alive', 'Whether a creator is live now'),
    LiveStatus,
    (s) => s.live.status
  ),
  one(at('Effects', 'getEffect', '/effects/{effectId}', 'One camera effect'), Effect, (s) => s.effects.byId),
  one(at('Places', 'getPlace', '/places/{placeId}', 'One place'), Place, (s) => s.places.byId),
  list(
    at('Places', 'listPlacePosts', '/places/{placeId}/posts', 'Posts tagged with a place'),
    Post,
    (s) => s.places.posts
  ),
  one(
    at('Collections', 'getCollection', '/collections/{collectionId}', 'One collection'),
    Collection,
    (s) => s.collections.byId
  ),
  list(
    at('Collections', 'listCollectionPosts', '/collections/{collectionId}/posts', 'Posts of a collection'),
    Post,
    (s) => s.collections.posts
  ),
  list(
    at('Challenges', 'listChallengePosts', '/challenges/{challengeId}/posts', 'Posts of a hashtag challenge'),
    Post,
    (s) => s.challenges.posts
  ),
  one(
    at('Intelligence', 'getCreatorScorecard', '/intelligence/creator/{username}', 'The scorecard of a creator'),
    CreatorScorecard,
    (s) => s.intelligence.scorecard
  )
]
