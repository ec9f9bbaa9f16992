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

/** How far an observation may be from the moment that it stands for, as a part of the period. */
const tolerance = 0.25

/**
 * The count at a moment: that of the nearest observation, the earlier of two, no farther away than some seconds. Between two equal counts the
 * count is known throughout: of such neighbours a history has only the first and the last.
 */
const countNear = (known: readonly CountAt[], at: number, seconds: number): CountAt | undefined => {
  const index = known.findLastIndex((own) => own.at <= at)
  const [before, after] = [known[index], known[index + 1]]
  if (before !== undefined && before.count === after?.count) return { at, count: before.count }
  const distance = (own: CountAt | undefined) => Math.abs((own?.at ?? Number.POSITIVE_INFINITY) - at)
  const nearest = distance(before) <= distance(after) ? before : after
  return distance(nearest) <= seconds ? nearest : undefined
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
 * Growth of a count in the `seconds` before its newest exact observation: what fields show, filters compare, lists are sorted by and rankings
 * list. It begins with the exact observation that is nearest to the begin of that period. Null where none is within a quarter of the period:
 * what a count grew by in another time does not say what it grew by in this one.
 */
export const growthOf = (points: readonly CountPoint[], field: number, seconds: number): CountGrowth | null => {
  const known = exactCounts(points, field)
  const to = known.at(-1)
  const from = to === undefined ? undefined : countNear(known, to.at - seconds, seconds * tolerance)
  return to === undefined || from === undefined ? null : growthBetween(from, to)
}

/** Smallest count at the beginning of a growth that rankings list: a rate of a few is chance. */
export const leastTrendCount = 100

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
