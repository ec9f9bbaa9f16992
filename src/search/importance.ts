import { type Group, ranks, type SearchQuery } from './query.ts'

/**
 * How much a word says about what a keyword is about. Rarity alone misleads: of `yoga for back pain` the rarest word stands in five captions by
 * chance, and hundreds of posts are about the first. So rarity hardly counts beyond a bound, and twice for what people tag things with.
 */

/** What stands in a smaller share of all things is hardly more important for it. */
const rareShare = 1 / 500
const beyondBound = 0.15
/** From this share of its uses on, a word is used as a hashtag. */
const taggedShare = 1 / 8
/** So many uses more are taken for others, so that a hashtag that somebody used once says nothing. */
const otherUses = 4

/** `uses`: in how many things each part of the word stands. `tagged`: how many are tagged with it. */
export const weightOf = (uses: readonly number[], tagged: number, all: number): number => {
  const rarity = uses.reduce((sum, things) => sum + Math.log1p(all / Math.max(1, things)), 0)
  const bound = Math.log1p(1 / rareShare)
  const bounded = Math.min(rarity, bound) + beyondBound * Math.max(0, rarity - bound)
  return bounded * topicality(Math.min(tagged, ...uses), Math.min(...uses))
}

/** From 1 to 2, by how many of the uses are hashtags. */
export const topicality = (tagged: number, uses: number): number =>
  1 + Math.min(1, tagged / (uses + otherUses) / taggedShare)

/**
 * Words that carry nothing first and at once, then those with which somebody asks, last what was marked as a tag or a handle; among the others
 * those that say least. The word that says most stays, with all its parts.
 */
export const leaveOut = (groups: readonly Group[]): Pick<SearchQuery, 'leaveOut' | 'emptySteps'> => {
  const order = groups
    .map(({ of, importance }, index) => ({ index, of, ...importance }))
    .toSorted((a, b) => a.rank - b.rank || a.weight - b.weight || b.index - a.index)
  const last = order.at(-1)
  const left = order.filter(({ of }) => of !== last?.of)
  // Where nothing else was typed, small words are all there is.
  const atOnce = last?.rank === ranks.empty ? [] : left.filter(({ rank }) => rank === ranks.empty)
  const others = left.filter((group) => !atOnce.includes(group))
  const first = atOnce.length === 0 ? [] : [atOnce.map(({ index }) => index)]
  return { leaveOut: [...first, ...others.map(({ index }) => [index])], emptySteps: first.length }
}
