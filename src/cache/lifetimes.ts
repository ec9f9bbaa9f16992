import type { FeedKind, LookupKind } from '../store/source.ts'

/** How long an answer serves: fresh, then at once while it is renewed behind the scenes, then only when renewing fails. */
export type Lifetime = { freshMs: number; revalidateMs: number; onErrorMs: number }

const seconds = 1_000
const minutes = 60 * seconds

type Row = Lifetime & { why: string }

/** Renewed behind the scenes for as long again as it is fresh; served for a day when the source fails. */
const lasting = (freshMs: number, why: string): Row => ({
  freshMs,
  revalidateMs: freshMs,
  onErrorMs: 24 * 60 * minutes,
  why
})
/** What is on the air: never shown once it is no longer fresh, but for two minutes when the source fails. */
const fleeting = (why: string): Row => ({ freshMs: 2 * minutes, revalidateMs: 0, onErrorMs: 2 * minutes, why })

const profile = lasting(
  30 * minutes,
  'profiles are cached for 30 minutes: people look at the size of their counts, not at the last digit'
)
const post = lasting(5 * minutes, 'counts of a young post move by the minute; five is unnoticed')
const feed = lasting(5 * minutes, 'a new post may show up a few minutes late')
const search = lasting(2 * minutes, 'people repeat a search to see what is new')
const catalogue = lasting(60 * minutes, 'names and covers hardly change')
const suggestions = lasting(10 * minutes, 'typed many times, and popularity of terms moves slowly')
const live = fleeting('live data is cached for 2 minutes: a room that ended must not be shown much longer')

/** How long an answer serves. One row for each thing that can be read. */
const lifetimes: Readonly<Record<LookupKind | FeedKind | 'document', Row>> = {
  user: profile,
  userById: profile,
  userPosts: feed,
  userReposts: feed,
  userFollowers: feed,
  playlists: catalogue,
  post,
  sound: catalogue,
  soundPosts: feed,
  soundLibrary: catalogue,
  searchTop: search,
  searchVideos: search,
  searchUsers: search,
  searchLive: fleeting('live data; rooms come and go'),
  suggestions,
  completions: suggestions,
  leftOut: search,
  reckoned: feed,
  userUntold: profile,
  postUntold: post,
  soundUntold: catalogue,
  placeUntold: catalogue,
  liveRoom: live,
  liveStatus: live,
  dataset: fleeting('live data: rooms on the air are in it'),
  effect: catalogue,
  place: catalogue,
  placePosts: feed,
  collection: catalogue,
  collectionPosts: feed,
  hashtagPosts: feed,
  // Nothing is asked for it when it is over: the client sends it again.
  document: {
    freshMs: 24 * 60 * minutes,
    revalidateMs: 0,
    onErrorMs: 0,
    why: 'to send a text once a day costs a client one request more; what nobody asks for any more is gone in a day'
  }
}

/** A thing that did not exist is asked for again soon: it may just have been made. */
const notFound: Lifetime = { freshMs: 30 * seconds, revalidateMs: 0, onErrorMs: 0 }

export const lifetimeOf = (kind: LookupKind | FeedKind | 'document', value: unknown): Lifetime =>
  value === null ? notFound : lifetimes[kind]
