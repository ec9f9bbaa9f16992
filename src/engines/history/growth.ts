import type { CountPoint } from '../../records/count-history.ts'
import type { TrendKind } from '../../records/trending.ts'
import { boundsOf } from './observed-count.ts'

const daySeconds = 86_400

/** An observed count. */
export type CountAt = { readonly at: number; readonly count: number }

/** A count with its bounds. */
type KnownCount = CountAt & { readonly low: number; readonly high: number }

/** Growth of a count between two observations. */
export type CountGrowth = {
  readonly earlier: CountAt
  readonly later: CountAt
  /** Negative when it fell. */
  readonly absolute: number
  /** Bounds of `absolute`; both equal `absolute` between exact counts. */
  readonly low: number
  readonly high: number
  /** `absolute` as a fraction of the first count; null if that is 0. */
  readonly rate: number | null
  /** The rate nearest to zero within the bounds. Rankings, orders and filters use it, so that a rounded count never claims too much growth. */
  readonly leastRate: number | null
  /** `absolute` per day. */
  readonly perDay: number
}

/** Counts of one field; negative ones are unknown. */
const knownCounts = (points: readonly CountPoint[], field: number): KnownCount[] =>
  points.flatMap(({ at, counts, rounded }) => {
    const count = counts[field] ?? null
    return count === null ? [] : [{ at, count, ...boundsOf(count, (rounded & (1 << field)) !== 0) }]
  })

/** Maximum distance of an observation from the time that it represents, as a fraction of the period. */
const tolerance = 0.25

/**
 * The count at a time: that of the nearest observation within `seconds`, the earlier of two. Between two equal counts it is known at any time,
 * because a history keeps only the first and the last of equal neighbours.
 */
const countNear = (known: readonly KnownCount[], at: number, seconds: number): KnownCount | undefined => {
  const index = known.findLastIndex((own) => own.at <= at)
  const [before, after] = [known[index], known[index + 1]]
  if (before !== undefined && before.at < at && before.count === after?.count) {
    return { ...(before.high >= after.high ? before : after), at }
  }
  const distance = (own: KnownCount | undefined) => Math.abs((own?.at ?? Number.POSITIVE_INFINITY) - at)
  const nearest = distance(before) <= distance(after) ? before : after
  return distance(nearest) <= seconds ? nearest : undefined
}

const momentOf = ({ at, count }: KnownCount): CountAt => ({ at, count })

const growthBetween = (earlier: KnownCount, later: KnownCount): CountGrowth => {
  const absolute = later.count - earlier.count
  const [low, high] = [later.low - earlier.high, later.high - earlier.low]
  const least = low > 0 ? low / earlier.high : high < 0 ? high / earlier.low : 0
  return {
    earlier: momentOf(earlier),
    later: momentOf(later),
    ...{ absolute, low, high },
    rate: earlier.count === 0 ? null : absolute / earlier.count,
    leastRate: earlier.count === 0 ? null : least,
    perDay: (absolute * daySeconds) / (later.at - earlier.at)
  }
}

const growthAmong = (known: readonly KnownCount[], seconds: number): CountGrowth | null => {
  const later = known.at(-1)
  const earlier = later === undefined ? undefined : countNear(known, later.at - seconds, seconds * tolerance)
  return later === undefined || earlier === undefined ? null : growthBetween(earlier, later)
}

/** Growth between two exact counts. */
export const countedGrowth = (earlier: CountAt, later: CountAt): CountGrowth => {
  const exact = (own: CountAt): KnownCount => ({ ...own, low: own.count, high: own.count })
  return growthBetween(exact(earlier), exact(later))
}

/**
 * Growth of a count in the `seconds` before its newest observation, which fields, filters, orders and rankings use. It begins with the
 * observation nearest to the begin of that period. Null if no observation is within a quarter of the period from there, because growth over
 * another time does not show growth in this one. Uses only exact counts if their growth ends within a quarter of the period from the newest
 * observation.
 */
export const growthOf = (points: readonly CountPoint[], field: number, seconds: number): CountGrowth | null => {
  const known = knownCounts(points, field)
  const exact = known.filter(({ low, high }) => low === high)
  const isAsLate = (known.at(-1)?.at ?? 0) - (exact.at(-1)?.at ?? 0) <= seconds * tolerance
  return (isAsLate ? growthAmong(exact, seconds) : null) ?? growthAmong(known, seconds)
}

/** Smallest first count of growth in rankings, because the rate of a few is chance. */
export const leastTrendCount = 100

/** Windows of trends, in seconds. */
export const trendWindows = { DAY: daySeconds, WEEK: 7 * daySeconds, MONTH: 30 * daySeconds } as const
export type TrendWindow = keyof typeof trendWindows

/** Key of a `trending` look-up. */
export const trendKey = (kind: TrendKind, window: TrendWindow): string => `${kind}:${window}`

/** The parts of a key from `trendKey`. */
export const readTrendKey = (key: string): { kind: TrendKind; window: TrendWindow } => {
  const [kind, window] = key.split(':')
  // Only keys made by `trendKey` reach a store.
  return { kind: kind as TrendKind, window: window as TrendWindow }
}
