/** A cached value (null for something that does not exist), when the source returned it, and until when it is fresh. */
export type Entry<T> = { value: T | null; at: number; freshUntil: number }

/** Version of the stored form. Any other form is a miss. */
const version = 1

export const packEntry = ({ value, at, freshUntil }: Entry<unknown>) => [version, at, freshUntil, value] as const

export const unpackEntry = (stored: unknown): Entry<object> | undefined => {
  if (!Array.isArray(stored) || stored.length !== 4 || stored[0] !== version) return undefined
  const [, at, freshUntil, value] = stored as unknown[]
  if (typeof at !== 'number' || typeof freshUntil !== 'number' || typeof value !== 'object') return undefined
  return { value, at, freshUntil }
}
