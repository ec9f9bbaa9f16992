import type { DecodedPost } from './decoder.ts'

/** Posts by time. Among posts of one second the first of the file counts as the newest, because feeds list that one first. */
export const newestFirst = (posts: readonly DecodedPost[]): DecodedPost[] =>
  posts.toSorted((a, b) => b.created_at - a.created_at)

/** The first value that is told, in lists that come newest first. */
export const told = <T extends object, K extends keyof T>(claims: readonly (T | null)[], key: K): T[K] | null =>
  claims.find((claim) => claim !== null && claim[key] !== null)?.[key] ?? null
