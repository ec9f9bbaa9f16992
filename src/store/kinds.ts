import type Type from 'typebox'
import { keysOf } from '../core/keys-of.ts'
import { Collection, PlaylistList } from '../records/collection.ts'
import { Completions } from '../records/completion.ts'
import { CountHistory } from '../records/count-history.ts'
import { Dataset } from '../records/dataset.ts'
import { Effect } from '../records/effect.ts'
import { isSoundFacts } from '../records/facts-key.ts'
import { schema } from '../records/fields.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../records/live-room.ts'
import { NameMatches } from '../records/name-matches.ts'
import { Place } from '../records/place.ts'
import { Post } from '../records/post.ts'
import { PostSummary } from '../records/post-summary.ts'
import { ScorecardInputs } from '../records/scorecard-inputs.ts'
import { Sound } from '../records/sound.ts'
import { Trending } from '../records/trending.ts'
import { readUserKey } from '../records/user-key.ts'
import { UserProfile } from '../records/user-profile.ts'
import { UserSummary } from '../records/user-summary.ts'

/**
 * Every kind of read that a source answers, declared once: its record, how long a cache serves it, how large a page may be, and how a record
 * names the key it was read by. A new kind is a row here and a reader in each store.
 */

/** How long an answer is fresh, then served while it is renewed in the background, then served only if renewing fails. */
export type Lifetime = { freshMs: number; revalidateMs: number; onErrorMs: number }

const minutes = 60_000

/** Renewed in the background for as long as it was fresh; served for a day while the source fails. */
const lasting = (freshMinutes: number): Lifetime => ({
  freshMs: freshMinutes * minutes,
  revalidateMs: freshMinutes * minutes,
  onErrorMs: 24 * 60 * minutes
})

/** Live data are cached for 2 minutes: a room that ended must not be shown much longer, so only a failing source extends that. */
const live: Lifetime = { freshMs: 2 * minutes, revalidateMs: 0, onErrorMs: 2 * minutes }
/** Readers look at the magnitude of a profile's counts, not at the last digit. */
const profile = lasting(30)
/** Counts of a young post move by the minute, and a new post may show up a few minutes late: five go unnoticed. */
const post = lasting(5)
/** People repeat a search to see what is new. */
const search = lasting(2)
/** Typed many times, and the popularity of terms moves slowly. */
const suggestion = lasting(10)
/** Names and covers hardly change. */
const catalogue = lasting(60)

type Lookup<T extends Type.TSchema> = {
  readonly record: T
  readonly lifetime: Lifetime
  /** Whether a record is the one of this key; kinds whose records do not name their key leave it out. */
  readonly isOf?: (record: Type.Static<T>, key: string) => boolean
}

const lookup = <T extends Type.TSchema>(
  record: T,
  lifetime: Lifetime,
  isOf?: (record: Type.Static<T>, key: string) => boolean
): Lookup<T> => (isOf === undefined ? { record, lifetime } : { record, lifetime, isOf })

/** Handles in keys are in lower case, and may be followed by a region. Keys of former holders name no handle. */
const hasHandle = ({ username }: { username: string }, key: string) =>
  key.startsWith(':') || username.replace(/^@/, '').toLowerCase() === readUserKey(key).username

const withoutZeros = (id: string): string => id.replace(/^0+(?=.)/, '')
/** A record without an id is accepted for any key. */
const isSameId = (id: string | null, key: string): boolean =>
  id === null || id === key || withoutZeros(id) === withoutZeros(key)

const Texts = schema<Type.TArray<Type.TString>>({ type: 'array', items: { type: 'string' } })

/** Things found by one key. Keys are canonical: handles in lower case and without `@`, ids as digits. */
export const lookups = {
  /** By `userKey`: handle, with the region of a profile variant where one was asked for. */
  user: lookup(UserProfile, profile, hasHandle),
  userById: lookup(UserProfile, profile, ({ user_id }, key) => isSameId(user_id, key)),
  post: lookup(Post, post, ({ post_id }, key) => isSameId(post_id, key)),
  /** By id, or, in own data, by `keyOfSound`. */
  sound: lookup(Sound, catalogue, ({ sound_id }, key) => isSoundFacts(key) || isSameId(sound_id || null, key)),
  liveRoom: lookup(LiveRoom, live, ({ room_id }, key) => isSameId(room_id, key)),
  /** Never null: an unknown handle is not live. */
  liveStatus: lookup(LiveStatus, live, hasHandle),
  effect: lookup(Effect, catalogue, ({ effect_id }, key) => isSameId(effect_id, key)),
  place: lookup(Place, catalogue, ({ place_id }, key) => isSameId(place_id, key)),
  collection: lookup(Collection, catalogue, ({ collection_id }, key) => isSameId(collection_id, key)),
  /** All collections of a handle. */
  playlists: lookup(PlaylistList, catalogue),
  /** The data set as a whole; its key is empty. Null if the source cannot say. Its lifetime is that of live data, because it lists live rooms. */
  dataset: lookup(Dataset, live),
  /** By keyword; never null. Up to ten terms that complete it or come close, the most popular first. */
  suggestions: lookup(Texts, suggestion),
  /** Suggestions, each with what it names. Null where the source cannot say. */
  completions: lookup(Completions, suggestion),
  /** By keyword: sounds, hashtags, places and effects by name, the best known first. Null where the source cannot say. */
  nameMatches: lookup(NameMatches, search),
  /** By keyword: its words that results of `searchTop` may lack, as they were typed. Null where the source cannot say. */
  ignoredTerms: lookup(Texts, search),
  /** By key of an account: its handle, or that of a `FormerHolder`. What a scorecard is computed from, besides the profile. */
  scorecardInputs: lookup(ScorecardInputs, post),
  /** Counts over time, by id, or key of an account. Null where the source cannot say. */
  postHistory: lookup(CountHistory, post),
  userHistory: lookup(CountHistory, post),
  soundHistory: lookup(CountHistory, post),
  /** By `trendKey`: ranking of what gains new posts fastest. */
  trending: lookup(Trending, post),
  /** By `SummaryQuery`: counts over a filtered list of posts. Null when the owner of the list does not exist. */
  postSummary: lookup(PostSummary, post),
  /** By `UserSummaryQuery`: counts over a filtered list of creators. */
  userSummary: lookup(UserSummary, post)
} as const

type DeclaredFeed<T extends Type.TSchema> = {
  /** Schema of the listed records. */
  readonly record: T
  readonly lifetime: Lifetime
  /** Elements of a page: maximum, beyond which a request is refused, and default. */
  readonly pageSize: { readonly max: number; readonly fallback: number }
  /** REST path for an upstream, where `{key}` is the key of the feed; null if REST does not have it. */
  readonly path: string | null
  /** Whether its pages have the length of the whole feed. */
  readonly hasTotal: boolean
}

const feed = <T extends Type.TSchema>(
  record: T,
  lifetime: Lifetime,
  max: number,
  path: string | null,
  hasTotal = false
): DeclaredFeed<T> => ({ record, lifetime, pageSize: { max, fallback: Math.min(max, 20) }, path, hasTotal })

/** Lists read page by page, each belonging to one key. */
export const feeds = {
  /** By handle, newest first. */
  userPosts: feed(Post, post, 100, '/users/{key}/posts'),
  /** By handle, latest repost first. */
  userReposts: feed(Post, post, 100, '/users/{key}/reposts'),
  /** By handle, latest follower first. Positions begin with Unix seconds, which are positions by themselves. */
  userFollowers: feed(UserProfile, post, 100, '/users/{key}/followers', true),
  /** By handle: creators that the creator follows, the latest first, without private ones, whose followers are not public. */
  userFollowing: feed(UserProfile, post, 100, null),
  /** By sound id, newest first. */
  soundPosts: feed(Post, post, 50, '/sounds/{key}/posts'),
  /** By place id, newest first. */
  placePosts: feed(Post, post, 50, '/places/{key}/posts'),
  /** By collection id, in the collection's order. */
  collectionPosts: feed(Post, post, 50, '/collections/{key}/posts'),
  /** By hashtag id, newest first. */
  hashtagPosts: feed(Post, post, 50, '/challenges/{key}/posts'),
  /** By `hot` or `new`. A number of sounds to skip, in whole pages, is a position too. */
  soundLibrary: feed(Sound, catalogue, 10, '/sounds/library?sort={key}', true),
  /** By keyword: top posts by all searchable fields of a post. */
  searchTop: feed(Post, search, 50, '/search?keyword={key}'),
  /** By keyword: posts whose caption or hashtags match; if none matches all terms, those whose creator, sound or place does. */
  searchVideos: feed(Post, search, 50, '/search/videos?keyword={key}'),
  searchUsers: feed(UserProfile, search, 50, '/search/users?keyword={key}'),
  searchLive: feed(LiveSearchResult, live, 50, '/search/live?keyword={key}'),
  /** By `PostQuery`: posts of a list, or all, filtered and sorted. */
  filteredPosts: feed(Post, post, 100, null),
  /** By `UserQuery`. */
  filteredUsers: feed(UserProfile, post, 100, null)
} as const

/** Result of each lookup kind. */
export type Lookups = { [K in keyof typeof lookups]: Type.Static<(typeof lookups)[K]['record']> }
export type LookupKind = keyof Lookups
export type Feeds = { [K in keyof typeof feeds]: Type.Static<(typeof feeds)[K]['record']> }
export type FeedKind = keyof Feeds

export const lookupKinds = keysOf(lookups)
export const feedKinds = keysOf(feeds)
/** All kinds; no two share a name. */
export const kinds: Readonly<Record<LookupKind | FeedKind, { readonly lifetime: Lifetime }>> = { ...lookups, ...feeds }

/** Whether a record belongs to a key, as far as the record names its key. */
export const isRecordOf = <K extends LookupKind>(kind: K, record: Lookups[K], key: string): boolean => {
  // `isOf` of a kind takes records of that kind.
  const { isOf } = lookups[kind] as Lookup<Type.TSchema>
  return isOf?.(record, key) ?? true
}

/** Kinds that scan columns of all rows: in slices, never synchronously. */
const scannedKinds = ['filteredPosts', 'filteredUsers', 'postSummary', 'userSummary', 'trending'] as const
export type ScannedKind = (typeof scannedKinds)[number]
export const isScanned = (kind: LookupKind | FeedKind): kind is ScannedKind =>
  scannedKinds.some((scanned) => scanned === kind)

/** Kinds without an operation in the contract, and their results without a request. */
export const unasked = {
  ...{ completions: null, nameMatches: null, ignoredTerms: null, dataset: null, trending: null },
  ...{ postHistory: null, userHistory: null, soundHistory: null, postSummary: null, userSummary: null },
  // An empty result with a normal lifetime, unlike "not found".
  scorecardInputs: { posts: null }
} as const satisfies { readonly [K in LookupKind]?: Lookups[K] | null }
export type AskedKind = Exclude<LookupKind, keyof typeof unasked>
export const isAsked = (kind: LookupKind): kind is AskedKind => !(kind in unasked)

/** Kinds that are read row by row. */
export type DirectKind<K extends LookupKind | FeedKind> = Exclude<K, ScannedKind>
export const directLookupKinds = lookupKinds.filter((kind) => !isScanned(kind)) as DirectKind<LookupKind>[]
export const directFeedKinds = feedKinds.filter((kind) => !isScanned(kind)) as DirectKind<FeedKind>[]
