import { day, longestCareer } from './moments.ts'
import { type Random, type Streams, Weighted } from './random.ts'

/** Posting rhythms. */
export const rhythms = ['even', 'loose', 'weekend', 'workdays', 'bursts', 'pauses'] as const
type PostingRhythm = (typeof rhythms)[number]

/** A creator's habits, from which rhythm, hashtags and counts of the posts follow. */
export type Habits = {
  readonly rhythm: PostingRhythm
  /** Irregularity of posting: 0 perfectly even, 1 random. */
  readonly looseness: number
  /** Preferred local hour, with its fraction. */
  readonly hour: number
  /** Share of posts about one topic, from 0 to 1. */
  readonly focus: number
  /** Likes, comments and shares per play, as a fraction. */
  readonly engagement: number
  /** Likes per follower over all videos, for accounts that list only some of them. */
  readonly likesPerFollower: number
  /** Seconds from the first post to the last. */
  readonly career: number
  /** Seconds since the last post of accounts that stopped; 0 for active ones. */
  readonly silence: number
}

/** Posts by local hour: an evening peak, a lunch break, a short night. */
const hourWeights = [
  2, 1.2, 0.7, 0.5, 0.5, 0.8, 1.6, 2.8, 3.6, 3.8, 3.9, 4.4, 5.6, 5.2, 4.4, 4.6, 5.4, 6.4, 7.6, 8.6, 8.8, 7.8, 5.8, 3.6
]
const hours = new Weighted(hourWeights)

/** A local hour with its fraction, mostly during waking hours. */
export const drawHour = (random: Random): number => hours.pick(random) + random.float()

/** The hour before which this share of a day's posts falls: keeps the order and leaves the night empty. */
export const hourAtShare = (share: number): number => hours.at(share)

/** Careful creators are regular, focused and liked for it, so the habits correlate. */
export const drawHabits = (streams: Streams, pk: number, followers: number): Habits => {
  const random = streams.at('habits', pk)
  const care = pk === 1 ? 0.9 : random.float()
  const caring = (care - 0.5) * 3.46
  const rhythm = drawRhythm(random, care)
  const known = followers > 500_000
  const career = (0.04 + 0.96 * (known ? 1 - random.float() * random.float() : random.float())) * longestCareer
  // Well-known accounts stop less often.
  const stopped = pk > 3 && random.chance(known ? 0.04 : 0.15)
  const silence = stopped ? (20 + 600 * random.float() ** 2) * day : 0
  return {
    rhythm: pk === 1 ? 'even' : rhythm,
    looseness: pk === 1 ? 0.3 : (1 - care) * 0.5 + 0.5 * random.float(),
    hour: drawHour(random),
    focus: 0.5 * care + 0.5 * random.float(),
    engagement: Math.min(0.4, 0.056 * Math.exp(0.72 * (0.62 * caring + 0.78 * random.bell()))),
    likesPerFollower: pk === 1 ? 17.3 : 8 * Math.exp(-0.3 * caring + 0.8 * random.bell()),
    career: Math.min(career, longestCareer - silence - day),
    silence
  }
}

const drawRhythm = (random: Random, care: number): PostingRhythm => {
  const roll = random.below(100)
  if (roll < 20 + 40 * care) return 'even'
  if (roll < 68) return 'loose'
  if (roll < 76) return 'weekend'
  if (roll < 84) return 'workdays'
  return roll < 92 ? 'bursts' : 'pauses'
}
