/** A length of time with the next finer one, in which the moment is looked for. */
type Stretch = { name: string; ms: number }

const minute: Stretch = { name: 'minute', ms: 60_000 }
const hour: Stretch = { name: 'hour', ms: 60 * minute.ms }
const day: Stretch = { name: 'day', ms: 24 * hour.ms }
const week: Stretch = { name: 'week', ms: 7 * day.ms }

/** From the coarsest: each with what is finer. */
const scales = [
  [week, day],
  [day, hour],
  [hour, minute]
] as const

/** How many stretches a life must have: in fewer, before and after cannot be told apart. */
const fewestStretches = 4
/** How many times as many posts as in the stretch before. */
const fewestTimes = 3
/** How many standard deviations the difference of two counts must be; it takes 25 posts where there were none. */
const beyondChance = 5

export type Rise =
  /** `at`: when the post was published that opens it; the counts are of the stretch from its beginning and of the one before. */
  | { kind: 'rise'; at: number; stretch: string; after: number; before: number }
  /** The first stretch has the most posts of all. */
  | { kind: 'at once'; at: number; stretch: string; after: number }
  /** `stretch` is null where the life is too short to be divided. */
  | { kind: 'none'; stretch: string | null }

/** The index of the first moment at or behind a time. `times` ascend. */
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

const isTakeOff = (after: number, before: number) =>
  after >= fewestTimes * before && after - before >= beyondChance * Math.sqrt(after + before)

/** The moment among `from` to `to` with which the steepest rise begins; the earliest of several. */
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
 * When something took off. `times`: when each post was published, in Unix milliseconds, ascending.
 *
 * The rule: of all weeks that begin with a post, the one that has the most posts more than the week before it. It counts when it has at least three
 * times as many, and when the difference is five times what chance makes of it (the square root of both together). The moment is the post in
 * that week whose day has the most posts more than the day before. Lives under four weeks are told by days and hours, under four days by hours
 * and minutes. The week before must lie in the life: nothing is known of the time before it.
 */
export const findRise = (times: ArrayLike<number>): Rise => {
  const [first, last] = [times[0] ?? 0, times[times.length - 1] ?? 0]
  const scale = scales.find(([{ ms }]) => last - first >= fewestStretches * ms)
  if (scale === undefined) return { kind: 'none', stretch: null }
  const [{ name: stretch, ms }, finer] = scale

  const candidates = firstFrom(times, first + ms)
  const opening = times[steepest(times, candidates, times.length, ms)] ?? 0
  const after = countIn(times, opening, ms)
  const before = countIn(times, opening - ms, ms)
  const inFirst = candidates
  if (isTakeOff(inFirst, 0) && inFirst >= after) return { kind: 'at once', at: first, stretch, after: inFirst }
  if (!isTakeOff(after, before)) return { kind: 'none', stretch }
  const at = steepest(times, firstFrom(times, opening), firstFrom(times, opening + ms), finer.ms)
  return { kind: 'rise', at: times[at] ?? opening, stretch, after, before }
}
