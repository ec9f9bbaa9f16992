import { createHash } from 'node:crypto'

/**
 * Made-up ids lie in 9.0 to 9.2 × 10^18: they fit 63 bits, and the platform, whose ids begin with the time in seconds, does
 * not get there before 2036. The same handle gives the same id in every import.
 */
const first = 9_000_000_000_000_000_000n
const count = 200_000_000_000_000_000n

export const madeUpId = (handle: string, isTaken: (id: string) => boolean): string => {
  const hash = createHash('sha256').update(handle).digest().readBigUInt64BE()
  for (let step = 0n; ; step++) {
    const id = String(first + ((hash + step) % count))
    if (!isTaken(id)) return id
  }
}

/** An id that was told, and is none of an account: it was made up in another data set. */
export const isMadeUp = (id: string): boolean => /^9[01]\d{17}$/.test(id)
