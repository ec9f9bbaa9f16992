import type { CountPoint } from '../records/count-history.ts'
import type { TrendKind } from '../records/trending.ts'

const daySeconds = 86_400

/** A count at a moment at which it was observed. */
export type CountAt = { readonly at: number; readonly count: number }

/** What a count grew by between two observations. */
export type CountGrowth = {
  readonly from: CountAt
  readonly to: CountAt
  /** Negative when it fell. */
  readonly absolute: number
  /** `absolute` as a part of the count at the beginning; null where that is 0. */
  readonly rate: number | null
  /** `absolute` a day. */
  readonly perDay: number
}

/** Exact counts of one field; rounded and negative ones make no growth. */
const exactCounts = (points: readonly CountPoint[], field: number): CountAt[] =>
  points.flatMap(({ at, counts, rounded }) => {
    const count = counts[field] ?? null
    return count === null || (rounded & (1 << field)) !== 0 ? [] : [{ at, count }]
  })

/**
 * Growth up to the newest exact count, from the newest one that is at least `seconds` older; where none is that old, from the oldest. Null
 * with fewer than two.
 */
export const growthOf = (points: readonly CountPoint[], field: number, seconds: number): CountGrowth | null => {
  const known = exactCounts(points, field)
  const to = known.at(-1)
  if (to === undefined || known.length < 2) return null
  const from = known.findLast(({ at }) => at <= to.at - seconds) ?? known[0]
  if (from === undefined || from === to) return null
  const absolute = to.count - from.count
  return {
    from,
    to,
    absolute,
    rate: from.count === 0 ? null : absolute / from.count,
    perDay: (absolute * daySeconds) / (to.at - from.at)
  }
}

/** Smallest count at the beginning that a trend is made of: a rate of a few is chance. */
export const leastTrendCount = { posts: 100, users: 100 } as const

/**
 * Growth within a window as a rate that compares things with each other: growth over `seconds`, scaled to that length, as a part of the count
 * at the beginning. Null without an exact count between half and twice the window before the newest one, or with fewer than
 * `leastTrendCount` then.
 */
export const trendOf = (
  points: readonly CountPoint[],
  kind: keyof typeof leastTrendCount,
  seconds: number
): number | null => {
  // Plays of posts and followers of creators are the first fields.
  const growth = growthOf(points, 0, seconds)
  if (growth === null || growth.rate === null || growth.from.count < leastTrendCount[kind]) return null
  const span = growth.to.at - growth.from.at
  return span < seconds / 2 || span > seconds * 2 ? null : growth.rate * (seconds / span)
}

/** Windows of trends, in seconds. */
export const trendWindows = { DAY: daySeconds, WEEK: 7 * daySeconds, MONTH: 30 * daySeconds } as const
export type TrendWindow = keyof typeof trendWindows

/** Key of a `trending` look-up. */
export const trendKey = (kind: TrendKind, window: TrendWindow): string => `${kind}:${window}`

/** The parts of a key that `trendKey` made. */
export const readTrendKey = (key: string): { kind: TrendKind; window: TrendWindow } => {
  const [kind, window] = key.split(':')
  // Only keys made by `trendKey` reach a store.
  return { kind: kind as TrendKind, window: window as TrendWindow }
}

/** A rate as it is stored and ranked: to six decimals, never -0. Scaling to the window can pass -1, which is everything. */
export const storedRate = (rate: number): number => Math.max(-1, Math.round(rate * 1e6) / 1e6 + 0)
