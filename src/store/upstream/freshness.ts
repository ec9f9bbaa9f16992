import type { Freshness } from '../source.ts'

/** Longest time that anything is served. A higher age comes from a wrong clock and is ignored. */
const longestAgeMs = 2 * 24 * 60 * 60_000

const secondsIn = (digits: string | undefined): number | null =>
  digits !== undefined && /^\d{1,15}$/.test(digits) ? Number(digits) : null

/** Reads `Age` and `Cache-Control` (RFC 9111, 4.2 and 5.1). Ignores values that are no number of seconds, and all ages but the first. */
export const readFreshness = (age: string | undefined, cacheControl: string | undefined): Freshness => {
  const given = (secondsIn(age?.split(',')[0]?.trim()) ?? 0) * 1_000
  const ageMs = given <= longestAgeMs ? given : 0
  const maxAge = secondsIn(/(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(cacheControl ?? '')?.[1])
  return { ageMs, leftMs: maxAge === null ? null : Math.max(0, maxAge * 1_000 - ageMs) }
}

/** The freshness of a result from several answers. */
export const leastFresh = (one: Freshness | null, other: Freshness): Freshness =>
  one === null
    ? other
    : {
        ageMs: Math.max(one.ageMs, other.ageMs),
        leftMs: one.leftMs === null ? other.leftMs : Math.min(one.leftMs, other.leftMs ?? Number.POSITIVE_INFINITY)
      }
