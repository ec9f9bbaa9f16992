import type { Place } from '../records/place.ts'
import type { BorrowedField, HashtagUse, Post } from '../records/post.ts'
import type { Sound } from '../records/sound.ts'
import type { UserProfile } from '../records/user-profile.ts'
import type { Fields } from './formats/read-value.ts'

/** What a format may leave out. Null: not told. A format that never tells a field does not name it. */
type Observations<T> = { [K in keyof T]?: T[K] | null }

/** An account, by itself or as the author of a post. */
export type DecodedUser = { username: string; user_id: string | null } & Observations<
  Omit<UserProfile, 'username' | 'user_id'>
>

/** A sound, by itself or of a post: at least one of id, title and author. */
export type DecodedSound = { sound_id: string | null; title: string | null; author: string | null } & Observations<
  Omit<Sound, 'sound_id' | 'title' | 'author' | 'posts_count'>
>

/** A place, by itself or of a post. One without an id could not be looked up. */
export type DecodedPlace = { place_id: string } & Observations<Omit<Place, 'place_id' | 'posts_count'>>

/**
 * One post whatever the format it came in. Values are valid for the record's field of the same name; what stands in for what
 * the file does not tell is decided once for all formats, where the rows are made.
 */
export type DecodedPost = {
  post_id: string
  created_at: number
  author: DecodedUser | null
  /** The file names an author, but by a username that cannot be one. */
  author_refused: boolean
  sound: DecodedSound | null
  place: DecodedPlace | null
  /** In the order of the caption, repeated ones included; each with an id, a name or both. */
  hashtags: readonly HashtagUse[]
} & Observations<Omit<Post, 'post_id' | 'created_at' | 'hashtags' | BorrowedField>>

/** How a record was seen. */
export type Seen = {
  /** Unix seconds of when the feed was collected; null where the record does not tell. */
  collectedAt: number | null
  /** Fields whose value is rounded, those of a post's author as `author.followers`; null for none. */
  rounded: ReadonlySet<string> | null
}

/** An element that is left out, with what helps to find it in the file. */
export type Skipped = { reason: string; example: string }

export type Decoded =
  | { kind: 'post'; post: DecodedPost; seen: Seen }
  | { kind: 'user'; user: DecodedUser; seen: Seen }
  | { kind: 'sound'; sound: DecodedSound; seen: Seen }
  | { kind: 'place'; place: DecodedPlace; seen: Seen }
  | { kind: 'skipped'; skipped: Skipped }

/** One format. Which one an element is of is told by the element itself, so that formats may be mixed in one list. */
export interface Decoder {
  /** What an element of this format looks like, for messages; null for what is recognised in order to be left out. */
  readonly accepts: string | null
  /** Whether an element is of this format, by keys that no other format has. */
  knows(element: Fields): boolean
  /** Never throws: whatever an element is, it is decoded or skipped. An element may hold several records. */
  decode(element: Fields): readonly Decoded[]
}
