import { accountIdOf, hasFormerHandle } from './missing-fields.ts'
import type { Post } from './post.ts'

/**
 * Key in look-ups and lists, in place of a handle, for an account whose handle another one has taken. An object, because no client can send
 * one.
 */
export class FormerHolder {
  readonly key: string

  constructor(userId: string) {
    this.key = `:${userId}`
  }
}

/** The key of a post's author in look-ups and lists; null when the account is gone. */
export const authorKey = (post: Post): string | null => {
  const userId = accountIdOf(post)
  return userId !== null && hasFormerHandle(post)
    ? new FormerHolder(userId).key
    : (post.author_username?.toLowerCase() ?? null)
}

/** Key of a profile: the handle, followed by `@REGION` for a region-specific variant. Handles contain no `@`. */
export const userKey = (username: string, region: string | null) =>
  region === null ? username : `${username}@${region}`

export const readUserKey = (key: string): { username: string; region: string | null } => {
  const at = key.indexOf('@')
  return at < 0 ? { username: key, region: null } : { username: key.slice(0, at), region: key.slice(at + 1) }
}
