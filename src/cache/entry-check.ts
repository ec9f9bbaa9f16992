import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type Type from 'typebox'
import { Collection, PlaylistList } from '../records/collection.ts'
import { Completions } from '../records/completion.ts'
import { Dataset } from '../records/dataset.ts'
import { Effect } from '../records/effect.ts'
import type { ExactJson } from '../records/exact-json.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../records/live-room.ts'
import { UntoldOfPlace, UntoldOfPost, UntoldOfSound, UntoldOfUser } from '../records/missing-fields.ts'
import { Place } from '../records/place.ts'
import { Post } from '../records/post.ts'
import { readRecord } from '../records/reading.ts'
import { Reckoned } from '../records/scorecard-inputs.ts'
import { Sound } from '../records/sound.ts'
import { readUserKey } from '../records/user-key.ts'
import { UserProfile } from '../records/user-profile.ts'
import type { FeedKind, LookupKind } from '../store/source.ts'
import type { Entry } from './entry.ts'
import { lifetimeOf } from './lifetimes.ts'

/** Whether a value is one that is kept for a key of its kind; `rest` is what the key says behind kind and key. */
type Check = (value: object, key: string, rest: readonly string[]) => boolean

/**
 * Whether reading a value as that of an upstream, which is read field by field, changes nothing: what was kept had been read so, or comes
 * from data that fits as it is.
 */
const fits = <T extends Type.TSchema>(schema: T, value: unknown): value is Type.Static<T> =>
  value !== null && isDeepStrictEqual(readRecord(schema, value as ExactJson), value)

const record =
  <T extends Type.TSchema>(schema: T, isOf: (record: Type.Static<T>, key: string) => boolean = () => true): Check =>
  (value, key) =>
    fits(schema, value) && isOf(value, key)

/** Handles in keys are in lower case. */
const isHandleOf = ({ username }: { username: string }, key: string) =>
  username.toLowerCase() === readUserKey(key).username

const page =
  (schema: Type.TSchema): Check =>
  (value, _key, [count]) => {
    const { items, positions, next, total, ...others } = value as Record<string, unknown>
    return (
      Array.isArray(items) &&
      items.length <= Number(count) &&
      items.every((item) => fits(schema, item)) &&
      Array.isArray(positions) &&
      positions.length === items.length &&
      positions.every(isText) &&
      (next === null || isText(next)) &&
      (total === null || (Number.isSafeInteger(total) && (total as number) >= 0)) &&
      Object.keys(others).length === 0
    )
  }

const isText = (value: unknown): value is string => typeof value === 'string'

const texts: Check = (value) => Array.isArray(value) && value.every(isText)

const document: Check = (value, key) => {
  const { text, ...others } = value as Record<string, unknown>
  return isText(text) && hash('sha256', text) === key && Object.keys(others).length === 0
}

/** One row for each thing that is kept: its record, and where a record names itself, how that follows from the key. */
const checks: Readonly<Record<LookupKind | FeedKind | 'document', Check>> = {
  user: record(UserProfile, isHandleOf),
  userById: record(UserProfile, ({ user_id }, key) => user_id === key),
  post: record(Post, ({ post_id }, key) => post_id === key),
  sound: record(Sound, ({ sound_id }, key) => sound_id === key),
  liveRoom: record(LiveRoom, ({ room_id }, key) => room_id === key),
  liveStatus: record(LiveStatus, isHandleOf),
  effect: record(Effect, ({ effect_id }, key) => effect_id === key),
  place: record(Place, ({ place_id }, key) => place_id === key),
  collection: record(Collection, ({ collection_id }, key) => collection_id === key),
  playlists: record(PlaylistList),
  dataset: record(Dataset),
  suggestions: texts,
  completions: record(Completions),
  leftOut: texts,
  reckoned: record(Reckoned),
  userUntold: record(UntoldOfUser),
  postUntold: record(UntoldOfPost),
  soundUntold: record(UntoldOfSound),
  placeUntold: record(UntoldOfPlace),
  userPosts: page(Post),
  userReposts: page(Post),
  userFollowers: page(UserProfile),
  soundPosts: page(Post),
  placePosts: page(Post),
  collectionPosts: page(Post),
  hashtagPosts: page(Post),
  soundLibrary: page(Sound),
  searchTop: page(Post),
  searchVideos: page(Post),
  searchUsers: page(UserProfile),
  searchLive: page(LiveSearchResult),
  document
}

/** Clocks of replicas may be apart by so much. */
const clocksApartMs = 60_000

/**
 * Whether what a shared store holds under a key can have been put there by this project: others may write there as well. It is then as
 * good as an answer of an upstream: of the right form, about what was asked, and not for longer than such a thing may serve.
 */
export const isPlausible = (key: string, { value, at, freshUntil }: Entry<object>, now: number): boolean => {
  const [kind = '', id = '', ...rest] = key.split('\0')
  if (!isKind(kind)) return false
  const isTimely = at <= now + clocksApartMs && freshUntil <= at + lifetimeOf(kind, value).freshMs
  return isTimely && (value === null || checks[kind](value, id, rest))
}

const isKind = (kind: string): kind is keyof typeof checks => Object.hasOwn(checks, kind)
