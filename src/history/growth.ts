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
 * The newest known count at or before a moment. Between two equal counts the count is known throughout: of such neighbours a history has
 * only the first and the last.
 */
const knownAt = (known: readonly CountAt[], at: number): CountAt | undefined => {
  const index = known.findLastIndex((own) => own.at <= at)
  const own = known[index]
  return own !== undefined && own.count === known[index + 1]?.count ? { at, count: own.count } : own
}

const growthBetween = (from: CountAt, to: CountAt): CountGrowth => {
  const absolute = to.count - from.count
  return {
    from,
    to,
    absolute,
    rate: from.count === 0 ? null : absolute / from.count,
    perDay: (absolute * daySeconds) / (to.at - from.at)
  }
}

/**
 * Growth up to the newest exact count, from the newest one that is at least `seconds` older; where none is that old, from the oldest. Null
 * with fewer than two. `seconds`: above 0. Where the count was equal before and after the moment `seconds` before the newest one, growth
 * begins at that moment.
 */
export const growthOf = (points: readonly CountPoint[], field: number, seconds: number): CountGrowth | null => {
  const known = exactCounts(points, field)
  const to = known.at(-1)
  if (to === undefined || known.length < 2) return null
  const from = knownAt(known, to.at - seconds) ?? known[0]
  return from === undefined || from === to ? null : growthBetween(from, to)
}

/** Smallest count at the beginning that a trend is made of: a rate of a few is chance. */
export const leastTrendCount = { posts: 100, users: 100 } as const

/**
 * Growth within a window. It begins with the newest exact count between one and two windows before the newest one, else with the oldest
 * between half a window and one. Null without any, or with fewer than `leastTrendCount` then.
 */
export const trendGrowthOf = (
  points: readonly CountPoint[],
  kind: keyof typeof leastTrendCount,
  seconds: number
): CountGrowth | null => {
  // Plays of posts and followers of creators are the first fields.
  const known = exactCounts(points, 0)
  const to = known.at(-1)
  if (to === undefined) return null
  const before = knownAt(known, to.at - seconds)
  const from =
    before !== undefined && before.at >= to.at - seconds * 2
      ? before
      : known.find(({ at }) => at > to.at - seconds && at <= to.at - seconds / 2)
  return from === undefined || from.count < leastTrendCount[kind] ? null : growthBetween(from, to)
}

/** The same as a rate that compares things with each other: scaled to `seconds`, as a part of the count at the beginning. */
export const trendOf = (
  points: readonly CountPoint[],
  kind: keyof typeof leastTrendCount,
  seconds: number
): number | null => {
  const growth = trendGrowthOf(points, kind, seconds)
  if (growth === null || growth.rate === null) return null
  return growth.rate * (seconds / (growth.to.at - growth.from.at))
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
