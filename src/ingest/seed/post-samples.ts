import { countFields, type Sample } from '../../engines/history/samples.ts'
import type { Calendar } from './calendar.ts'
import type { SeedCounts } from './counts.ts'
import { day } from './moments.ts'
import type { Random, Streams } from './random.ts'

/** Row of the source that all samples come from. */
export const seedSource = 1

/** Posts of the last days have daily samples. */
const dailyFor = 45
/** Older posts have a few samples if they are from the last year and have this many plays. */
const sparseFor = 365
const sparsePlays = 50_000
/** Ages, and distances from the end, in days, of the samples of older posts. */
const sparseAges = [1, 2, 4, 8, 16]
const sparseDistances = [300, 240, 180, 120, 90, 60, 30, 7, 0]

/**
 * How counts follow plays: a power of their fraction. Below 1, counts grow before plays (comments on a new post), above 1 after them (saves
 * of posts found by search).
 */
const paces: Readonly<Record<keyof SeedCounts, number>> = {
  plays: 1,
  likes: 0.97,
  comments: 0.9,
  shares: 1.05,
  saves: 1.12,
  reposts: 1.02
}

/** Fraction of its plays that a post has after `age` days: a fast rise in units of `pace` days, then a long tail. */
export const playedBy = (age: number, pace: number): number =>
  age <= 0 ? 0 : 0.86 * (1 - Math.exp(-age / pace)) + 0.14 * (1 - Math.exp(-age / (14 * pace)))

/** Samples of a post, which end with its counts; none for most older posts. */
export const samplesOfPost = (
  streams: Streams,
  number: number,
  createdAt: number,
  counts: SeedCounts,
  calendar: Calendar
): Sample[] => {
  const age = (calendar.until - createdAt) / day
  const days = daysOf(age, counts.plays)
  if (days.length === 0) return []
  const random = streams.at('past of post', number)
  const parts = partsPlayed(
    random,
    days.map((before) => age - before)
  )
  return days.map((before, index) => ({
    at: calendar.until - before * day,
    source: seedSource,
    values: countFields.posts.map((field) => Math.floor(counts[field] * (parts[index] ?? 1) ** paces[field])),
    rounded: 0,
    negative: 0
  }))
}

/** Days before the end at which a post was sampled, the earliest first. */
const daysOf = (age: number, plays: number): number[] => {
  const whole = Math.floor(age)
  if (age <= dailyFor) return Array.from({ length: whole + 1 }, (_, index) => whole - index)
  if (age > sparseFor || plays < sparsePlays) return []
  const days = [...sparseAges.map((own) => whole + 1 - own), ...sparseDistances.filter((before) => before < whole - 16)]
  return days.toSorted((a, b) => b - a)
}

/** Fractions of the plays at ascending ages; the last one is 1. Days differ by chance, and a few posts become popular late. */
const partsPlayed = (random: Random, ages: readonly number[]): number[] => {
  const pace = 0.6 + 3.4 * random.float() ** 2
  const isLate = random.chance(0.07)
  const wait = isLate ? random.between(4, 20) : 0
  const lateShare = isLate ? 0.8 : 0
  let sum = 0
  let before = 0
  const sums = ages.map((age) => {
    const reached = (1 - lateShare) * playedBy(age, pace) + lateShare * playedBy(age - wait, pace)
    sum += (reached - before) * (0.75 + 0.5 * random.float())
    before = reached
    return sum
  })
  return sums.map((one) => one / sum)
}
