import type { Creator } from './creators.ts'
import { day, now } from './moments.ts'
import type { Random } from './random.ts'

export type Counts = {
  readonly plays: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
  readonly saves: number
  readonly reposts: number
}

export const noCounts: Counts = { plays: 0, likes: 0, comments: 0, shares: 0, saves: 0, reposts: 0 }

/** What a post has drawn, given who posted it, how old it is and, for the few hits, its plays. */
export const drawCounts = (random: Random, author: Creator | undefined, createdAt: number, hit?: number): Counts => {
  const plays = hit ?? drawPlays(random, author?.followers ?? 3_000, createdAt)
  // Squares lean towards the low end of each range, where most posts are.
  const share = (from: number, to: number) => {
    const u = random.float()
    return Math.floor(plays * (from + (to - from) * u * u))
  }
  return {
    plays,
    likes: share(0.02, 0.15),
    comments: share(0.0005, 0.01),
    shares: share(0.0003, 0.008),
    saves: share(0.0005, 0.012),
    reposts: share(0.0001, 0.002)
  }
}

/** Plays spread over three orders of magnitude around a level that grows a little slower than the audience. */
const drawPlays = (random: Random, followers: number, createdAt: number): number => {
  const level = 1.6 * (followers + 150) ** 0.93
  const luck = Math.exp(1.25 * random.bell() - 0.9)
  const ripeness = Math.min(1, (now - createdAt) / (3 * day))
  return Math.floor(level * luck * ripeness)
}

/** The posts everyone has seen, by number. The showcase account has the first two of them. */
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
    hits.set(number, Math.floor((5_870_000_000 * (0.95 + 0.05 * random.float())) / (hits.size + 1) ** 0.55))
  }
  return hits
}
