import { createHash } from 'node:crypto'

/**
 * Generated ids are 9.0 to 9.2 × 10^18: they fit 63 bits, and the platform's ids, which start with the time in seconds, do not reach them
 * before 2036. A handle gets the same id in every import.
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

/** Whether an id was generated, also in another data set, rather than being an account's real id. */
export const isMadeUp = (id: string): boolean => /^9[01]\d{17}$/.test(id)
