import type { Creator } from './creators.ts'
import { day, firstPostAt, now } from './moments.ts'
import type { Random, Streams } from './random.ts'

/** Who posts when. Posts are numbered in the order of time; author 0 stands for accounts that are gone. */
export type Timeline = {
  readonly createdAt: Uint32Array
  readonly author: Uint32Array
  /** Numbers of one author's posts, oldest first. */
  readonly ofAuthor: (pk: number) => Uint32Array
}

/** Room for the author below the time in one number that sorts: 31 + 20 bits, which a double holds exactly. */
const authorRoom = 2 ** 20

export const makeTimeline = (streams: Streams, creators: readonly Creator[], posts: number): Timeline => {
  const counts = allot(creators, posts)
  const keys = new Float64Array(posts)
  let filled = 0
  const add = (times: Float64Array, author: number): void => {
    for (const time of times) keys[filled++] = Math.round(time) * authorRoom + author
  }
  add(deletedTimes(streams.at('deleted'), counts[0] ?? 0), 0)
  for (const creator of creators) {
    const count = counts[creator.pk] ?? 0
    if (count > 0) add(postingTimes(streams.at('times', creator.pk), creator, count), creator.pk)
  }
  keys.sort()

  const createdAt = new Uint32Array(posts)
  const author = new Uint32Array(posts)
  const byAuthor = new Uint32Array(posts)
  const next = new Uint32Array(counts.length)
  for (let pk = 1; pk < counts.length; pk++) next[pk] = (next[pk - 1] ?? 0) + (counts[pk - 1] ?? 0)
  const starts = next.slice()
  for (let number = 0; number < posts; number++) {
    const key = keys[number] ?? 0
    const pk = key % authorRoom
    createdAt[number] = (key - pk) / authorRoom
    author[number] = pk
    const at = next[pk] ?? 0
    byAuthor[at] = number
    next[pk] = at + 1
  }
  const ofAuthor = (pk: number) => byAuthor.subarray(starts[pk] ?? 0, (starts[pk] ?? 0) + (counts[pk] ?? 0))
  return { createdAt, author, ofAuthor }
}

/** Posts per account by activity, adding up to exactly `posts`. Index 0 counts posts whose account is gone. */
const allot = (creators: readonly Creator[], posts: number): Uint32Array => {
  const counts = new Uint32Array(creators.length + 1)
  counts[0] = Math.floor(posts * 0.009)
  const rest = posts - counts[0]
  const total = creators.reduce((sum, creator) => sum + creator.activity, 0)
  let sum = 0
  let given = 0
  for (const creator of creators) {
    sum += creator.activity
    // The last account with any activity reaches the exact sum, so nothing is lost to rounding.
    const upTo = sum >= total ? rest : Math.round((sum / total) * rest)
    counts[creator.pk] = upTo - given
    given = upTo
  }
  return counts
}

const deletedTimes = (random: Random, count: number): Float64Array =>
  new Float64Array(count).map(() => random.between(firstPostAt, now - day))

/** The moments one account posts at: evenly with a little jitter, or in bursts with gaps between them. */
const postingTimes = (random: Random, creator: Creator, count: number): Float64Array => {
  const span = Math.min(now - firstPostAt - 2 * day, count * creator.intervalDays * day)
  const last = now - 60 - random.below(Math.min(2 * day, 1 + span / count))
  const gap = () => {
    if (creator.steady) return 0.92 + 0.16 * random.float()
    return random.chance(0.72) ? 0.02 + 0.2 * random.float() : 1.5 + 7 * random.float() * random.float()
  }
  const times = new Float64Array(count)
  let sum = 0
  for (let i = 0; i < count; i++) {
    times[i] = sum
    sum += gap()
  }
  return times.map((time) => last - (time / sum) * span)
}
