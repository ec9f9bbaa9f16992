/** Key of a profile: the handle, followed by `@REGION` for a region-specific variant. Handles contain no `@`. */
export const userKey = (username: string, region: string | null) =>
  region === null ? username : `${username}@${region}`

export const readUserKey = (key: string): { username: string; region: string | null } => {
  const at = key.indexOf('@')
  return at < 0 ? { username: key, region: null } : { username: key.slice(0, at), region: key.slice(at + 1) }
}
