/** A period, and the next finer one to locate the moment. */
type Period = { name: string; ms: number }

const minute: Period = { name: 'minute', ms: 60_000 }
const hour: Period = { name: 'hour', ms: 60 * minute.ms }
const day: Period = { name: 'day', ms: 24 * hour.ms }
const week: Period = { name: 'week', ms: 7 * day.ms }

/** From the coarsest, each with its finer period. */
const scales = [
  [week, day],
  [day, hour],
  [hour, minute]
] as const

/** Fewest periods in a timeline: fewer do not allow a comparison of before and after. */
const fewestPeriods = 4
/** Least ratio of posts to the period before. */
const fewestTimes = 3
/** Least difference of two counts in standard deviations; 25 posts are enough after none. */
const beyondChance = 5

export type Rise =
  /** `at`: publication of the first post of the rise; the counts are of the period from then on and of the one before. */
  | { kind: 'rise'; at: number; period: string; after: number; before: number }
  /** The first period has the most posts. */
  | { kind: 'at once'; at: number; period: string; after: number }
  /** `period` is null where the timeline is too short to be divided. */
  | { kind: 'none'; period: string | null }

/** The index of the first moment at or after a time. `times` ascend. */
const firstFrom = (times: ArrayLike<number>, time: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

const countIn = (times: ArrayLike<number>, from: number, ms: number): number =>
  firstFrom(times, from + ms) - firstFrom(times, from)

const isRise = (after: number, before: number) =>
  after >= fewestTimes * before && after - before >= beyondChance * Math.sqrt(after + before)

/** The moment between `from` and `to` with the steepest rise; the earliest of several. */
const steepest = (times: ArrayLike<number>, from: number, to: number, ms: number): number => {
  let best = from
  let most = Number.NEGATIVE_INFINITY
  for (let index = from; index < to; index += 1) {
    const time = times[index] ?? 0
    const rise = countIn(times, time, ms) - countIn(times, time - ms, ms)
    if (rise > most) {
      most = rise
      best = index
    }
  }
  return best
}

/**
 * Finds when use rose. `times`: publication times in Unix milliseconds, ascending.
 *
 * The rule: of all weeks that begin with a post, take the one with the largest increase over the week before. It counts if it has at least
 * three times as many posts, and if the difference is at least five standard deviations (the square root of the sum of both). The moment is
 * the post in that week whose day has the largest increase over the day before. Timelines under four weeks use days and hours, those under
 * four days hours and minutes. The week before must be within the timeline, because nothing is known of earlier times.
 */
export const findRise = (times: ArrayLike<number>): Rise => {
  const [first, last] = [times[0] ?? 0, times[times.length - 1] ?? 0]
  const scale = scales.find(([{ ms }]) => last - first >= fewestPeriods * ms)
  if (scale === undefined) return { kind: 'none', period: null }
  const [{ name: period, ms }, finer] = scale

  const candidates = firstFrom(times, first + ms)
  const opening = times[steepest(times, candidates, times.length, ms)] ?? 0
  const after = countIn(times, opening, ms)
  const before = countIn(times, opening - ms, ms)
  const inFirst = candidates
  if (isRise(inFirst, 0) && inFirst >= after) return { kind: 'at once', at: first, period, after: inFirst }
  if (!isRise(after, before)) return { kind: 'none', period }
  const at = steepest(times, firstFrom(times, opening), firstFrom(times, opening + ms), finer.ms)
  return { kind: 'rise', at: times[at] ?? opening, period, after, before }
}
