import { keysOf } from '../../core/keys-of.ts'
import type { CreatorScorecard } from '../../records/creator-scorecard.ts'

type AuthorityScores = CreatorScorecard['scores']

/** Scores that make up the authority score. The engagement rate enters as its percentile. */
type AuthorityParts = Pick<
  AuthorityScores,
  'engagement_percentile' | 'posting_consistency' | 'niche_concentration' | 'follower_growth_score'
>

/**
 * Weights of the scores, in percent. The order is reasoned, the exact numbers are a judgement:
 * - engagement 40: the only part that compares with other creators, and what a partner pays for.
 * - consistency 25: whether the next post comes when planned; measured from this creator's own posts.
 * - niche 20: whether the audience came for one thing. Rests on hashtags, which creators choose freely.
 * - growth 15: one lifetime ratio, the roughest estimate of the four.
 */
export const authorityWeights = {
  engagement_percentile: 40,
  posting_consistency: 25,
  niche_concentration: 20,
  follower_growth_score: 15
} as const satisfies Record<keyof AuthorityParts, number>

/** Scores whose inputs are missing. */
type UnknownParts = readonly (keyof AuthorityParts)[]

/**
 * Weighted mean of the other scores, rounded. Unknown scores are left out and the weights of the others scaled up, so that nobody is marked
 * down for what was not collected. Size, the verified badge and a small sample do not count; `low_sample_warning` reports the latter. Never
 * falls when a part rises.
 */
export const authorityScore = (parts: AuthorityParts, unknown: UnknownParts = []) => {
  const known = keysOf(authorityWeights).filter((part) => !unknown.includes(part))
  const sum = known.reduce((total, part) => total + authorityWeights[part] * parts[part], 0)
  return Math.round(sum / known.reduce((total, part) => total + authorityWeights[part], 0))
}

/** tier_1 from an authority score of 80, tier_2 from 60, tier_3 from 40, tier_4 below. */
export const partnershipTier = (authority: number): AuthorityScores['partnership_tier'] => {
  if (authority >= 80) return 'tier_1'
  if (authority >= 60) return 'tier_2'
  if (authority >= 40) return 'tier_3'
  return 'tier_4'
}
