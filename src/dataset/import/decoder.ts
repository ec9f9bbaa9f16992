import type { ExactJson } from '../../records/exact-json.ts'
import type { HashtagUse } from '../../records/post.ts'

/** What a post tells of its author. Null: not told. */
export type DecodedAuthor = {
  user_id: string | null
  username: string
  display_name: string | null
  verified: boolean | null
  bio: string | null
  avatar_url: string | null
  avatar_thumb_url: string | null
  followers: number | null
  following: number | null
  total_likes: number | null
  total_videos: number | null
}

/** What a post tells of its sound: at least one of id, title and author. Null: not told. */
export type DecodedSound = {
  sound_id: string | null
  title: string | null
  author: string | null
  duration_seconds: number | null
  is_original: boolean | null
  cover_url: string | null
  play_url: string | null
}

/**
 * One post whatever the format it came in. Values are valid for the record's field of the same name; null is what the file
 * does not tell, and what stands in for it is decided once for all formats, where the rows are made.
 */
export type DecodedPost = {
  post_id: string
  caption: string | null
  created_at: number
  is_ad: boolean | null
  plays: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  saves: number | null
  reposts: number | null
  cover_url: string | null
  share_url: string | null
  duration_seconds: number | null
  video_height: number | null
  video_width: number | null
  author: DecodedAuthor | null
  /** The file names an author, but by a username that cannot be one. */
  author_refused: boolean
  sound: DecodedSound | null
  /** In the order of the caption, repeated ones included; each with an id, a name or both. */
  hashtags: readonly HashtagUse[]
}

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
