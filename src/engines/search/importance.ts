import { ranks, type SearchQuery, type WordGroup } from './query.ts'

/**
 * Weight of a word: how much it says about the topic of a keyword. Rarity alone misleads: in `yoga for back pain` the rarest word occurs in
 * five captions by chance, while hundreds of posts are about the first. So rarity counts little beyond a bound, and twice as much for words
 * used as hashtags.
 */

/** Words rarer than this share of all documents gain hardly any weight. */
const rareShare = 1 / 500
const beyondBound = 0.15
/** A word with at least this share of hashtag uses counts as a hashtag. */
const taggedShare = 1 / 8
/** Added to the number of uses (smoothing), so that a hashtag used once says nothing. */
const otherUses = 4

/** `uses`: documents that contain each part of the word. `tagged`: documents that have it as a hashtag. */
export const weightOf = (uses: readonly number[], tagged: number, all: number): number => {
  const rarity = uses.reduce((sum, documents) => sum + Math.log1p(all / Math.max(1, documents)), 0)
  const bound = Math.log1p(1 / rareShare)
  const bounded = Math.min(rarity, bound) + beyondBound * Math.max(0, rarity - bound)
  return bounded * topicality(Math.min(tagged, ...uses), Math.min(...uses))
}

/** From 1 to 2, by the share of hashtag uses. */
export const topicality = (tagged: number, uses: number): number =>
  1 + Math.min(1, tagged / (uses + otherUses) / taggedShare)

/**
 * The order in which words are dropped: stop words first and together, then question words, tags and handles last; among the others the
 * lightest first. The heaviest word stays, with all its parts.
 */
export const dropOrder = (groups: readonly WordGroup[]): Pick<SearchQuery, 'dropOrder' | 'emptySteps'> => {
  const order = groups
    .map(({ of, importance }, index) => ({ index, of, ...importance }))
    .toSorted((a, b) => a.rank - b.rank || a.weight - b.weight || b.index - a.index)
  const last = order.at(-1)
  const left = order.filter(({ of }) => of !== last?.of)
  // A keyword of stop words only keeps them.
  const atOnce = last?.rank === ranks.empty ? [] : left.filter(({ rank }) => rank === ranks.empty)
  const others = left.filter((group) => !atOnce.includes(group))
  const first = atOnce.length === 0 ? [] : [atOnce.map(({ index }) => index)]
  return { dropOrder: [...first, ...others.map(({ index }) => [index])], emptySteps: first.length }
}
