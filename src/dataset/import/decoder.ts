import type { ExactJson } from '../../records/exact-json.ts'
import type { HashtagUse, Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'

/** What a format may leave out. Null: not told. */
type Told<T> = { [K in keyof T]: T[K] | null }

/** What a post tells of its author. */
export type DecodedAuthor = { username: string } & Told<Omit<UserProfile, 'username' | 'website_url' | 'is_private'>>

/** What a post tells of its sound: at least one of id, title and author. */
export type DecodedSound = Told<Omit<Sound, 'is_copyrighted' | 'posts_count'>>

/**
 * One post whatever the format it came in. Values are valid for the record's field of the same name; what stands in for what
 * the file does not tell is decided once for all formats, where the rows are made.
 */
export type DecodedPost = {
  post_id: string
  created_at: number
  author: DecodedAuthor | null
  /** The file names an author, but by a username that cannot be one. */
  author_refused: boolean
  sound: DecodedSound | null
  /** In the order of the caption, repeated ones included; each with an id, a name or both. */
  hashtags: readonly HashtagUse[]
} & Told<Omit<Post, 'post_id' | 'created_at' | 'hashtags' | `author_${string}` | `sound_${string}`>>

/** An element that is no post, with what helps to find it in the file. */
export type Skipped = { reason: string; example: string }

export type Decoded = { post: DecodedPost } | { skipped: Skipped }

/** One file format. */
export interface Decoder {
  /** What a file of this format looks like, for messages. */
  readonly accepts: string
  /** The elements to decode, or null when the document is of another format. */
  elements(document: ExactJson): readonly ExactJson[] | null
  /** Never throws: whatever an element is, it is a post or it is skipped. */
  decode(element: ExactJson): Decoded
}
