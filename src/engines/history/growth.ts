import type { CountPoint } from '../../records/count-history.ts'
import type { TrendKind } from '../../records/trending.ts'
import { boundsOf } from './observed-count.ts'

const daySeconds = 86_400

/** A count at a moment at which it was observed. */
export type CountAt = { readonly at: number; readonly count: number }

/** A count with the bounds within which it was. */
type KnownCount = CountAt & { readonly low: number; readonly high: number }

/** What a count grew by between two observations. */
export type CountGrowth = {
  readonly earlier: CountAt
  readonly later: CountAt
  /** Negative when it fell. */
  readonly absolute: number
  /** The least and the most that `absolute` may have been; both are `absolute` between exact counts. */
  readonly low: number
  readonly high: number
  /** `absolute` as a part of the count at the beginning; null where that is 0. */
  readonly rate: number | null
  /** The rate nearest to zero that the bounds leave: what rankings, orders and filters use, so that a rounded count never claims too much. */
  readonly leastRate: number | null
  /** `absolute` a day. */
  readonly perDay: number
}

/** Counts of one field; negative ones are unknown. */
const knownCounts = (points: readonly CountPoint[], field: number): KnownCount[] =>
  points.flatMap(({ at, counts, rounded }) => {
    const count = counts[field] ?? null
    return count === null ? [] : [{ at, count, ...boundsOf(count, (rounded & (1 << field)) !== 0) }]
  })

/** How far an observation may be from the moment that it stands for, as a part of the period. */
const tolerance = 0.25

/**
 * The count at a moment: that of the nearest observation, the earlier of two, no farther away than some seconds. Between two equal counts the
 * count is known throughout: of such neighbours a history has only the first and the last.
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

/** Growth of a number that was counted, not observed. */
export const countedGrowth = (earlier: CountAt, later: CountAt): CountGrowth => {
  const exact = (own: CountAt): KnownCount => ({ ...own, low: own.count, high: own.count })
  return growthBetween(exact(earlier), exact(later))
}

/**
 * Growth of a count in the `seconds` before its newest observation: what fields show, filters compare, lists are sorted by and rankings list.
 * It begins with the observation that is nearest to the begin of that period. Null where none is within a quarter of the period: what a count
 * grew by in another time does not say what it grew by in this one. Between exact counts alone where these make a growth that ends as late, to
 * within a quarter of the period.
 */
export const growthOf = (points: readonly CountPoint[], field: number, seconds: number): CountGrowth | null => {
  const known = knownCounts(points, field)
  const exact = known.filter(({ low, high }) => low === high)
  const isAsLate = (known.at(-1)?.at ?? 0) - (exact.at(-1)?.at ?? 0) <= seconds * tolerance
  return (isAsLate ? growthAmong(exact, seconds) : null) ?? growthAmong(known, seconds)
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
