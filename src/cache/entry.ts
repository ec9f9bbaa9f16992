/** What is kept: the value, null for a thing that does not exist, when the source said so, and until when it counts as fresh. */
export type Entry<T> = { value: T | null; at: number; freshUntil: number }

/**
 * An entry as the cache makes it: by a class. What a literal made is counted, and when most of it has stayed, as it does while a cache fills, V8
 * makes what comes from there old from the start. Of a full cache that keeps little all that was read would then stay until old garbage is
 * looked for, which takes a fifth of all processor time.
 */
export class Kept<T> implements Entry<T> {
  readonly value: T | null
  readonly at: number
  readonly freshUntil: number

  constructor(value: T | null, at: number, freshUntil: number) {
    this.value = value
    this.at = at
    this.freshUntil = freshUntil
  }
}

/** The form entries have in a store shared with other processes. Another form, or anything else, is a miss. */
const version = 1

export const packEntry = ({ value, at, freshUntil }: Entry<unknown>) => [version, at, freshUntil, value] as const

export const unpackEntry = (stored: unknown): Entry<object> | undefined => {
  if (!Array.isArray(stored) || stored.length !== 4 || stored[0] !== version) return undefined
  const [, at, freshUntil, value] = stored as unknown[]
  if (typeof at !== 'number' || typeof freshUntil !== 'number' || typeof value !== 'object') return undefined
  return { value, at, freshUntil }
}
