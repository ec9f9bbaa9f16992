import type { SeedCreator } from './creators.ts'
import { day, now } from './moments.ts'
import type { Random } from './random.ts'

export type SeedCounts = {
  readonly plays: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
  readonly saves: number
  readonly reposts: number
}

export const noCounts: SeedCounts = { plays: 0, likes: 0, comments: 0, shares: 0, saves: 0, reposts: 0 }

/** Typical plays of an account's posts. */
export const usualPlays = ({ followers }: SeedCreator): number => levelOf(followers)

/** Mean likes of an account's posts after some days. */
export const usualLikes = ({ followers, habits }: SeedCreator): number => 1.1 * levelOf(followers) * habits.engagement

/** Counts of a post, given its author, age and, for the few hits, its plays. */
export const drawCounts = (
  random: Random,
  author: SeedCreator | undefined,
  ownTime: number,
  hit?: number
): SeedCounts => {
  const plays = hit ?? drawPlays(random, author?.followers ?? 3_000, ownTime)
  const engaged = plays * (author?.habits.engagement ?? 0.05) * (0.55 + 0.9 * random.float())
  // Squared, because most posts are at the low end of each range.
  const share = (of: number, from: number, to: number) => {
    const u = random.float()
    return Math.floor(of * (from + (to - from) * u * u))
  }
  const comments = share(engaged, 0.01, 0.12)
  const shares = share(engaged, 0.01, 0.16)
  return {
    plays,
    likes: Math.floor(Math.max(0, engaged - comments - shares)),
    comments,
    shares,
    saves: share(engaged, 0.01, 0.2),
    reposts: share(engaged, 0.002, 0.03)
  }
}

/** Upper bound of plays. */
const mostPlays = 1_400_000_000

/** Typical plays; they grow a little slower than the audience. */
const levelOf = (followers: number): number => 2.4 * (followers + 150) ** 0.86

/** Log-normal around the typical plays. */
const drawPlays = (random: Random, followers: number, ownTime: number): number => {
  const luck = Math.exp(1.15 * random.bell() - 0.45)
  const ripeness = Math.min(1, 0.02 + (now - ownTime) / (3 * day))
  return Math.floor(Math.min(levelOf(followers) * luck * ripeness, 0.5 * mostPlays))
}

/** The most played posts, by number. The showcase account has the first two. */
export const drawHits = (
  random: Random,
  author: Uint32Array,
  showcasePosts: Uint32Array,
  users: number
): ReadonlyMap<number, number> => {
  const hits = new Map<number, number>()
  const count = Math.min(60, Math.ceil(author.length / 300))
  for (let attempt = 0; hits.size < count && attempt < count * 50; attempt++) {
    const own = hits.size < 2 && showcasePosts.length > 0
    const number = own ? random.pick([...showcasePosts.subarray(-200)]) : random.below(author.length)
    const pk = author[number] ?? 0
    // Hits come from accounts with an audience: the first tenth, or the first few of a small data set.
    if (pk === 0 || pk > Math.max(20, users / 10) || hits.has(number)) continue
    hits.set(number, Math.floor((mostPlays * (0.95 + 0.05 * random.float())) / (hits.size + 1) ** 0.75))
  }
  return hits
}
