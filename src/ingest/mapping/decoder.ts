import type { Collection } from '../../records/collection.ts'
import type { Effect } from '../../records/effect.ts'
import type { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import type { Origin } from '../../records/origin.ts'
import type { Place } from '../../records/place.ts'
import type { BorrowedField, HashtagUse, Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { Skipped } from '../input/skipped.ts'
import type { NumberColumns } from './number-columns.ts'
import type { Fields } from './read-value.ts'

/** Fields that a format may omit. Null: unknown. */
type Optional<T> = { [K in keyof T]?: T[K] | null }

/** An account, or the author of a post. */
export type DecodedUser = { username: string; user_id: string | null } & Optional<
  Omit<UserProfile & Origin, 'username' | 'user_id'>
>

/** A sound, or the sound of a post: at least one of id, title and author. */
export type DecodedSound = { sound_id: string | null; title: string | null; author: string | null } & Optional<
  Omit<Sound, 'sound_id' | 'title' | 'author' | 'posts_count'>
>

/** A place, or the place of a post. Without an id it could not be looked up. */
export type DecodedPlace = { place_id: string } & Optional<Omit<Place, 'place_id' | 'posts_count'>>

/** An effect, or one that a post uses. */
export type DecodedEffect = { effect_id: string; name: string } & Optional<Omit<Effect, 'effect_id' | 'name'>>

/** A collection. `place_in_list`: among those of its owner. */
export type DecodedCollection = { collection_id: string; owner: DecodedUser | null; place_in_list?: number } & Optional<
  Omit<Collection, 'collection_id'>
>

/** Lists with the accounts, posts or collections of an owner. */
export type ListKind = 'followers' | 'following' | 'reposts' | 'collections' | 'collection_posts'

/**
 * Membership in a list; without a member, that a source gave the list. `owner`: id of an account or collection, or handle after `@`. `member`:
 * id of an account or post, or handle after `@`.
 */
export type DecodedRelation = { list: ListKind; owner: string; member: string | null; position: number }

/** A live room with its streamer. */
export type DecodedLiveRoom = {
  room_id: string
  status: number
  streamer: DecodedUser
  /** When it began; it cannot have been observed before. */
  started_at?: number | null
} & Optional<Omit<LiveRoom & LiveSearchResult, 'room_id' | 'status' | 'streamer' | 'is_live'>>

/**
 * A post from any format. Values are valid for the record's field of the same name; defaults for missing ones are set once for all formats
 * when rows are written.
 */
export type DecodedPost = {
  post_id: string
  created_at: number
  author: DecodedUser | null
  /** The file has an invalid username for the author. */
  author_refused: boolean
  sound: DecodedSound | null
  place: DecodedPlace | null
  /** In caption order, with repetitions; each has an id, a name or both. */
  hashtags: readonly HashtagUse[]
  effects?: readonly DecodedEffect[]
  /** The post is not public, so it is hidden (docs/importing.md). */
  is_private?: boolean | null
} & Optional<Omit<Post & Origin, 'post_id' | 'created_at' | 'hashtags' | BorrowedField>>

/** How a record was observed. */
export type Seen = {
  /** Collection time in Unix seconds; null when unknown. */
  collectedAt: number | null
  /** Fields with rounded values, such as `author.followers` for a post's author and `streamer.followers` for a streamer; null for none. */
  rounded: ReadonlySet<string> | null
  /** Fields given as negative numbers, named likewise: platforms wrap around, or write -1 for unknown. Their values are null. */
  negative: ReadonlySet<string> | null
}

/** Keys of an element with a value that its format does not read. */
export type Unread = { readonly format: string; readonly keys: readonly string[] }

/** Names of formats that read equally many values of an element and are equally sure; the first one reads it. */
export type Tied = readonly string[]

type Decoding<K extends string, T> = { readonly [key in K]: T } & {
  kind: K
  seen: Seen
  unread?: Unread
  tied?: Tied
}

/** The record of each kind. */
export type Records = {
  post: DecodedPost
  user: DecodedUser
  sound: DecodedSound
  place: DecodedPlace
  live_room: DecodedLiveRoom
  effect: DecodedEffect
  collection: DecodedCollection
  relation: DecodedRelation
}
export type RecordKind = keyof Records
export type DecodedRecord = { [K in RecordKind]: Decoding<K, Records[K]> }[RecordKind]
export type Decoded = DecodedRecord | { kind: 'skipped'; skipped: Skipped }

/** The record, which is under the name of its kind. */
export const recordOf = (decoded: DecodedRecord): Records[RecordKind] => Object(decoded)[decoded.kind]

/** One format. Elements identify their format themselves, so that one list may mix formats. */
export interface Decoder {
  /** Name of its elements, for messages. */
  readonly name: string
  /** Description of the format's elements, for messages; null for elements recognized only to be skipped. */
  readonly accepts: string | null
  /** How sure it is that an element has this format, by its content; 0 if not. */
  strength(element: Fields): number
  /** How many values of an element it can read. */
  valuesRead(element: Fields): number
  /** Whether lists in an element may have records of their own. */
  mayHoldRecords(element: Fields): boolean
  /** Decodes or skips an element; never throws. An element may contain several records. `numbers`: number formats of the file. */
  decode(element: Fields, numbers: NumberColumns): readonly Decoded[]
}
