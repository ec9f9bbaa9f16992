/** What is kept: the value, null for a thing that does not exist, when the source said so, and until when it counts as fresh. */
export type Entry<T> = { value: T | null; at: number; freshUntil: number }

/** The form entries have in a store shared with other processes. Another form, or anything else, is a miss. */
const version = 1

export const packEntry = ({ value, at, freshUntil }: Entry<unknown>) => [version, at, freshUntil, value] as const

export const unpackEntry = (stored: unknown): Entry<object> | undefined => {
  if (!Array.isArray(stored) || stored.length !== 4 || stored[0] !== version) return undefined
  const [, at, freshUntil, value] = stored as unknown[]
  if (typeof at !== 'number' || typeof freshUntil !== 'number' || typeof value !== 'object') return undefined
  return { value, at, freshUntil }
}
