import type { Sample } from '../../engines/history/samples.ts'
import type { Calendar } from './calendar.ts'
import { usualLikes, usualPlays } from './counts.ts'
import type { SeedCreator } from './creators.ts'
import { day, now } from './moments.ts'
import { playedBy, seedSource } from './post-samples.ts'
import type { Random, Streams } from './random.ts'
import type { SeedTimeline } from './timeline.ts'

/** Counts of a profile, in the order of `countFields`. */
export type ProfileCounts = {
  readonly followers: number
  readonly following: number
  readonly likes: number
  readonly videos: number
  /** The part of likes and videos that belongs to listed posts. */
  readonly listed: { readonly likes: number; readonly videos: number }
}

/** Days before the end at which creators were sampled, the earliest first: weekly over a year, 30 days ago, daily in the last week. */
const sampledDays = [...Array.from({ length: 52 }, (_, index) => 7 * (52 - index)), 30, 6, 5, 4, 3, 2, 1, 0].sort(
  (a, b) => b - a
)

/** Plays as eighths of their binary logarithm, which fit a byte; 0 for none. */
export const magnitudeOf = (plays: number): number => Math.round(8 * Math.log2(plays + 1))
const playsOf = (magnitude: number): number => 2 ** (magnitude / 8) - 1

/** Usual days until a post has most of its plays, and days after which no more are counted. */
const usualPace = 2.5
const ripeAge = 100

/** Samples of a creator since the year began or since joining, which end with the counts of the profile. */
export const samplesOfCreator = (
  streams: Streams,
  creator: SeedCreator,
  counts: ProfileCounts,
  timeline: SeedTimeline,
  magnitudes: Uint8Array,
  calendar: Calendar
): Sample[] => {
  const random = streams.at('past of creator', creator.pk)
  const age = (now - creator.joinedAt) / day
  const days = sampledDays.filter((before) => before <= age)
  const followers = followersAt(random, creator, days, age, hitsOf(creator, timeline, magnitudes))
  const followed = random.float()
  const deletion = drawDeletion(random, creator, counts)
  // Visible times of one creator's posts ascend with their numbers.
  const posts = timeline.ofAuthor(creator.pk)
  const times = posts.map((number) => timeline.createdAt[number] ?? 0)
  const listedBy = likesBy(posts, times, magnitudes)
  const listedNow = Math.max(1, listedBy(calendar.until))
  const { listed } = counts
  const valuesAt = (before: number, at: number, index: number): number[] => {
    // Videos that are not listed, and their likes, are spread evenly.
    const part = 1 - before / age
    const isShown = before >= deletion.before && before < deletion.before + deletion.shownFor
    return [
      followers[index] ?? 0,
      Math.floor(counts.following * (1 - followed * (before / age))),
      Math.floor((listed.likes * listedBy(at)) / listedNow + (counts.likes - listed.likes) * part) +
        (isShown ? deletion.likes : 0),
      countUpTo(times, at) + Math.floor((counts.videos - listed.videos) * part) + (isShown ? deletion.videos : 0)
    ]
  }
  return days.map((before, index) => {
    const at = calendar.until - before * day
    const isLast = before === 0
    return {
      at,
      source: seedSource,
      values: isLast ? [counts.followers, counts.following, counts.likes, counts.videos] : valuesAt(before, at, index),
      rounded: 0,
      negative: 0
    }
  })
}

/** A post with far more plays than usual: days before the end, and gained followers in days of usual growth. */
type Hit = { readonly before: number; readonly gain: number }

/** Hits in the internal calendar, so that followers do not depend on the end day. */
const hitsOf = (creator: SeedCreator, timeline: SeedTimeline, magnitudes: Uint8Array): Hit[] => {
  const usual = usualPlays(creator)
  const hits: Hit[] = []
  for (const number of timeline.ofAuthor(creator.pk)) {
    const before = (now - (timeline.ownTime[number] ?? 0)) / day
    const times = playsOf(magnitudes[number] ?? 0) / usual
    if (before < 400 && times > 4) hits.push({ before, gain: Math.min(200, 6 * times) })
  }
  return hits
}

/** Days over which a hit brings most of its followers, and days until that begins. */
const burstPace = 9
const burstDelay = 1

/**
 * Followers at each of the days before the end. They grow evenly with some chance, and in decaying bursts after hits. Creators who stopped, and
 * a few others, slowly lose followers instead.
 */
const followersAt = (
  random: Random,
  { followers, joinedAt, habits, pk }: SeedCreator,
  days: readonly number[],
  age: number,
  hits: readonly Hit[]
): number[] => {
  const loses = habits.silence > 30 * day || (pk > 12 && random.chance(0.06))
  const lossDays = loses ? Math.min(age / 2, Math.max(habits.silence / day - 20, 60 + 240 * random.float())) : 0
  const lossADay = 0.00005 + 0.0004 * random.float()
  const most = followers * (1 + lossADay * lossDays)
  // Growth reached by each day, in days of usual growth, up to the day from which followers are lost.
  const [first = 0] = days
  const isNew = now - first * day < joinedAt + 7 * day
  const wave = 0.2 + 0.8 * random.float()
  let usual = 0
  let since = isNew ? age : first
  const reached = days.map((before) => {
    const step = Math.max(0, since - Math.max(before, lossDays))
    since = before
    usual += step * (1 - wave / 2 + wave * random.float())
    const bursts = hits.reduce(
      (sum, hit) => sum + hit.gain * burstPart(hit.before - burstDelay - Math.max(before, lossDays)),
      0
    )
    return usual + bursts
  })
  const start = isNew ? 0 : (reached[0] ?? 0)
  const total = (reached.at(-1) ?? 0) - start
  // An old account gained a smaller part of its followers in the last year than a young one.
  const usualPart = Math.min(0.9, (first / age) * (0.25 + 0.75 * random.float()))
  const part = isNew ? 1 : Math.min(0.97, (usualPart * total) / Math.max(1, first))
  return days.map((before, index) => {
    if (before === 0) return followers
    const lost = before < lossDays ? lossADay * followers * (lossDays - before) : 0
    const grown = total <= 0 ? 1 : ((reached[index] ?? 0) - start) / total
    return Math.floor(most * (1 - part * (1 - grown)) - lost)
  })
}

const burstPart = (age: number): number => (age <= 0 ? 0 : 1 - Math.exp(-age / burstPace))

/** Deleted posts: days before the end until which they were shown, and for how long. */
type Deletion = { before: number; shownFor: number; videos: number; likes: number }

const drawDeletion = (random: Random, creator: SeedCreator, { videos, likes }: ProfileCounts): Deletion => {
  const isDrawn = random.chance(creator.pk <= 3 ? 0 : 0.08)
  const deleted = random.between(1, 4)
  const before = 7 * random.between(0, 45) + 2
  const likesEach = usualLikes(creator) * (0.4 + random.float())
  // Posts from before the year, or a short-lived one.
  const shownFor = random.chance(0.5) ? 400 : random.between(8, 30)
  if (!isDrawn || videos === 0) return { before, shownFor: 0, videos: 0, likes: 0 }
  return { before, shownFor, videos: deleted, likes: Math.floor(Math.min(likes / 4, deleted * likesEach)) }
}

/** Likes of listed posts up to a visible time, in a relative unit. */
const likesBy = (posts: Uint32Array, times: Uint32Array, magnitudes: Uint8Array): ((at: number) => number) => {
  // Plays of all earlier posts: only young ones are counted one by one.
  const sums = new Float64Array(posts.length + 1)
  posts.forEach((number, index) => {
    sums[index + 1] = (sums[index] ?? 0) + playsOf(magnitudes[number] ?? 0)
  })
  return (at) => {
    const ripe = countUpTo(times, at - ripeAge * day)
    let sum = sums[ripe] ?? 0
    for (let index = ripe; index < times.length; index += 1) {
      const age = (at - (times[index] ?? 0)) / day
      if (age <= 0) break
      sum += ((sums[index + 1] ?? 0) - (sums[index] ?? 0)) * playedBy(age, usualPace)
    }
    return sum
  }
}

/** How many of ascending times are at most `at`. */
const countUpTo = (times: Uint32Array, at: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
