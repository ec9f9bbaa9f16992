import { usualOf } from '../charts/statistics.ts'
import type { ComparedPost } from './compared.ts'

type Plays = Pick<ComparedPost, 'plays'>

export const medianPlays = (posts: readonly Plays[]): number | null =>
  usualOf(posts.flatMap(({ plays }) => plays ?? []))?.median ?? null

const weekMs = 7 * 24 * 3_600_000

/** Posts a week between the oldest and the newest; null for fewer than two posts. */
export const postsAWeek = (posts: readonly Pick<ComparedPost, 'createdAt'>[]): number | null => {
  const times = posts.map(({ createdAt }) => Date.parse(createdAt))
  const spanMs = Math.max(...times) - Math.min(...times)
  return times.length < 2 || spanMs === 0 ? null : ((times.length - 1) / spanMs) * weekMs
}

/** A post, and its plays as a multiple of the creator's median; null if the median is 0. */
export type Ranked<P> = { post: P; times: number | null }

/** The most and the least played posts of those whose plays are known, at most `count` each, without overlap. */
export const bestAndWeakest = <P extends Plays>(
  posts: readonly P[],
  count: number
): { best: Ranked<P>[]; weakest: Ranked<P>[] } => {
  const middle = medianPlays(posts)
  const ranked = posts
    .flatMap((post) => (post.plays === null ? [] : { post, plays: post.plays }))
    .sort((a, b) => b.plays - a.plays)
    .map(({ post, plays }) => ({ post, times: middle ? plays / middle : null }))
  const best = ranked.slice(0, Math.min(count, Math.ceil(ranked.length / 2)))
  return { best, weakest: ranked.slice(best.length).slice(-count).reverse() }
}
