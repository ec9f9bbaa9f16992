import { Calendar } from './calendar.ts'
import type { SeedCreator } from './creators.ts'
import { drawHour, hourAtShare } from './habits.ts'
import { day, hour, longestCareer, now } from './moments.ts'
import type { Random, Streams } from './random.ts'

/** Author and time of each post. Posts are numbered in time order; author 0 means deleted accounts. */
export type SeedTimeline = {
  /** In the internal calendar; used for ids and age. */
  readonly ownTime: Uint32Array
  /** Visible time: at the author's hours and weekdays, in the calendar that ends on the chosen day. */
  readonly createdAt: Uint32Array
  readonly author: Uint32Array
  /** Numbers of one author's posts, oldest first. */
  readonly ofAuthor: (pk: number) => Uint32Array
}

/** Packs the author below the time into one sortable number: 31 + 20 bits, exact in a double. */
const authorRoom = 2 ** 20

export const makeTimeline = (
  streams: Streams,
  creators: readonly SeedCreator[],
  posts: number,
  calendar: Calendar
): SeedTimeline => {
  const counts = allot(creators, posts)
  const starts = new Uint32Array(counts.length)
  for (let pk = 1; pk < counts.length; pk++) starts[pk] = (starts[pk - 1] ?? 0) + (counts[pk - 1] ?? 0)
  const keys = new Float64Array(posts)
  const shown = new Uint32Array(posts)
  const add = (own: Float64Array, shownTimes: Float64Array, author: number): void => {
    const start = starts[author] ?? 0
    own.forEach((time, index) => {
      keys[start + index] = Math.round(time) * authorRoom + author
      shown[start + index] = shownTimes[index] ?? 0
    })
  }
  const deleted = deletedTimes(streams.at('deleted'), counts[0] ?? 0)
  add(
    deleted,
    deleted.map((time) => calendar.shown(Math.round(time))),
    0
  )
  for (const creator of creators) {
    const count = counts[creator.pk] ?? 0
    if (count === 0) continue
    const own = postingTimes(streams.at('times', creator.pk), creator, count)
    add(own, shownTimes(streams.at('hours', creator.pk), creator, own, calendar), creator.pk)
  }
  keys.sort()

  const ownTime = new Uint32Array(posts)
  const createdAt = new Uint32Array(posts)
  const author = new Uint32Array(posts)
  const byAuthor = new Uint32Array(posts)
  const next = starts.slice()
  for (let number = 0; number < posts; number++) {
    const key = keys[number] ?? 0
    const pk = key % authorRoom
    const at = next[pk] ?? 0
    ownTime[number] = (key - pk) / authorRoom
    createdAt[number] = shown[at] ?? 0
    author[number] = pk
    byAuthor[at] = number
    next[pk] = at + 1
  }
  const ofAuthor = (pk: number) => byAuthor.subarray(starts[pk] ?? 0, (starts[pk] ?? 0) + (counts[pk] ?? 0))
  return { ownTime, createdAt, author, ofAuthor }
}

/** Posts per account by activity, adding up to exactly `posts`. Index 0 counts posts of deleted accounts. */
const allot = (creators: readonly SeedCreator[], posts: number): Uint32Array => {
  const counts = new Uint32Array(creators.length + 1)
  counts[0] = Math.floor(posts * 0.009)
  const rest = posts - counts[0]
  const total = creators.reduce((sum, creator) => sum + creator.activity, 0)
  let sum = 0
  let given = 0
  for (const creator of creators) {
    sum += creator.activity
    // The last active account takes the remainder, so that rounding loses nothing.
    const upTo = sum >= total ? rest : Math.round((sum / total) * rest)
    counts[creator.pk] = upTo - given
    given = upTo
  }
  return counts
}

const deletedTimes = (random: Random, count: number): Float64Array =>
  new Float64Array(count).map(() => now - day - (longestCareer - day) * random.float() ** 2.2).sort()

/** Upper bounds of posts per day and of the gap between posts. */
const mostADay = 6
const longestWait = 100 * day

/** Posting times of one account before hours and weekdays are applied, oldest first. */
const postingTimes = (random: Random, { habits }: SeedCreator, count: number): Float64Array => {
  const gap = gaps(random, habits)
  const times = new Float64Array(count)
  let sum = 0
  for (let i = 0; i < count; i++) {
    times[i] = sum
    sum += gap()
  }
  // The last gap is still open.
  const end = now - habits.silence - 60
  const career = Math.min(Math.max(habits.career, (count / mostADay) * day), count * longestWait)
  const span = Math.min(career, longestCareer - habits.silence - day)
  const open = habits.silence > 0 ? 0 : random.float() * (span / count)
  const whole = Math.max(times[count - 1] ?? 0, 1)
  return times.map((time) => end - open - (1 - time / whole) * (span - open) * (count > 1 ? 1 : 0))
}

/** Draws gaps between posts in units of their usual length. */
const gaps = (random: Random, { rhythm, looseness }: SeedCreator['habits']): (() => number) => {
  const waited = () => -Math.log(1 - random.float())
  const spread = Math.min(1.96, 0.1 + 2.4 * looseness)
  const even = () => 1 + spread * (random.float() - 0.5)
  switch (rhythm) {
    case 'loose': {
      // Between an even rhythm and randomness.
      const chance = 0.35 + 0.55 * looseness
      return () => 1 - chance + chance * waited()
    }
    case 'bursts':
      return () => (random.chance(0.66) ? 0.1 + 0.5 * random.float() : 1 + 2.5 * random.float())
    case 'pauses':
      return () => (random.chance(0.06) ? 3 + 3 * random.float() : even())
    default:
      return even
  }
}

/** The same posts at their author's hours and weekdays, oldest first. */
const shownTimes = (
  random: Random,
  { habits, zone }: SeedCreator,
  own: Float64Array,
  calendar: Calendar
): Float64Array => {
  const span = (own.at(-1) ?? 0) - (own[0] ?? 0)
  const often = span / own.length < day
  const shown = own.map((time) => {
    const local = calendar.shown(time) + zone
    const dayBegins = Math.floor(local / day) * day + daysToMove(random, habits, Calendar.weekday(local, 0)) * day
    const at = dayBegins + hourOf(random, habits, often ? (local % day) / day : null) * hour - zone
    const latest = calendar.until - 60 - random.below(20 * hour)
    // Posts that would fall after the end move a day or a week earlier.
    return Math.floor(at < latest ? at : at - (at - latest < day && habits.rhythm !== 'weekend' ? day : 7 * day))
  })
  return shown.sort()
}

/** Whole days to the nearest suitable weekday. */
const daysToMove = (random: Random, { rhythm }: SeedCreator['habits'], weekday: number): number => {
  const [saturday, sunday] = [5 - weekday, 6 - weekday]
  if (rhythm === 'weekend') return weekday >= 5 ? 0 : weekday < 2 ? sunday - 7 : saturday
  if (rhythm === 'workdays') return weekday === 5 ? -1 : weekday === 6 ? 1 : 0
  // Others have a little more time at the weekend.
  return weekday >= 2 && weekday < 5 && rhythm !== 'even' && random.chance(0.14) ? random.pick([saturday, sunday]) : 0
}

/** The local hour of a post. Frequent posters spread over the day; others have a preferred hour. */
const hourOf = (
  random: Random,
  { hour: favourite, looseness }: SeedCreator['habits'],
  share: number | null
): number => {
  if (share !== null) return hourAtShare(share)
  if (random.chance(0.45 * looseness)) return drawHour(random)
  return Math.min(23.99, Math.max(0, favourite + (0.4 + 2 * looseness) * (random.float() - 0.5)))
}
