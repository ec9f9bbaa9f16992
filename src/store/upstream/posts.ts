import type { ExactJson } from '../../records/exact-json.ts'
import { isAhead } from '../../records/fields.ts'
import { Post } from '../../records/post.ts'
import { readRecord } from '../../records/reading.ts'

/** The post in some JSON; null for none. Without a plausible time it belongs to no feed. */
export const readPost = (json: ExactJson): Post | null => {
  const post = readRecord(Post, json)
  return post === null || isAhead(post.created_at) ? null : post
}
