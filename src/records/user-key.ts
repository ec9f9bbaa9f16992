/**
 * An account whose handle another one has taken: look-ups and lists take this key in place of a handle. An object, because no client can send
 * one.
 */
export class FormerHolder {
  readonly key: string

  constructor(userId: string) {
    this.key = `:${userId}`
  }
}

/** Key of a profile: the handle, followed by `@REGION` for a region-specific variant. Handles contain no `@`. */
export const userKey = (username: string, region: string | null) =>
  region === null ? username : `${username}@${region}`

export const readUserKey = (key: string): { username: string; region: string | null } => {
  const at = key.indexOf('@')
  return at < 0 ? { username: key, region: null } : { username: key.slice(0, at), region: key.slice(at + 1) }
}
