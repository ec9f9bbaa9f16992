import type { CreatorScorecard } from '../../records/creator-scorecard.ts'
import { withMissing } from '../../records/missing-fields.ts'
import { maxScoredPosts, type ScoredPost } from '../../records/scorecard-inputs.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { authorityScore, partnershipTier } from './authority.ts'
import { postingConsistency } from './consistency.ts'
import { engagementPercentile, engagementRate } from './engagement.ts'
import { followerGrowthScore } from './growth.ts'
import { hasNoGrowth, hasNoRate, lacksPosts, missingInputs, ratedPosts, type ScoredProfile } from './missing-inputs.ts'
import { nicheConcentration, primaryNiche, topicsOf } from './niche.ts'

/** Number of posts a scorecard uses, newest first. */
export const maxPosts = maxScoredPosts

/** Fewer analyzed posts set `low_sample_warning`. */
export const fewPosts = 10

/** Scores with inputs that sources may lack. Consistency and niche need times and hashtags, which every post has. */
export const scoresThatMayBeUnknown = [
  ...(['engagement_rate', 'engagement_percentile', 'follower_growth_score'] as const),
  ...(['creator_authority_score', 'partnership_tier'] as const)
] as const satisfies readonly (keyof CreatorScorecard['scores'])[]

/** The scores of a public creator, without the rest of a scorecard. */
type CreatorScores = {
  scores: CreatorScorecard['scores']
  primary_niche: string
  posts_analyzed: number
  /** Names of the scores that are computed from a missing input. */
  unknown: readonly (typeof scoresThatMayBeUnknown)[number][]
}

/**
 * The scores of a public creator from the newest `maxPosts` of `posts`. Pure, and independent of the order of posts. Each score is a
 * finite integer from 0 to 100, also of an account that has published nothing; its function in this folder documents the formula and the reason.
 *
 * Posts without plays count for consistency and niche but not for the engagement mean, and neither do posts of which a count is
 * missing. A score whose inputs are missing is unknown, and so is the authority score. REST still has a number for it: 0, which does not count
 * in the authority score, or a rate that takes missing comments and shares as 0.
 */
export const computeScores = (
  profile: ScoredProfile,
  posts: readonly ScoredPost[],
  missing: readonly string[]
): CreatorScores => {
  const analyzed = newest(posts, maxPosts)
  const topics = topicsOf(analyzed)

  const rated = ratedPosts(analyzed)
  const rate = engagementRate(rated)
  const hasGrowth = !hasNoGrowth(missing)
  const ofGrowth = hasGrowth ? [] : (['follower_growth_score'] as const)
  const lacks = lacksPosts(profile, analyzed, missing)
  const leftOut = [
    ...(lacks || (analyzed.length > 0 && rated.length === 0) ? (['engagement_percentile'] as const) : []),
    ...ofGrowth
  ]
  const unknown = [
    ...(lacks || hasNoRate(analyzed) ? (['engagement_rate', 'engagement_percentile'] as const) : []),
    ...ofGrowth
  ]
  const parts = {
    engagement_percentile: engagementPercentile(rate),
    posting_consistency: postingConsistency(analyzed.map((post) => post.created_at)),
    niche_concentration: nicheConcentration(topics, analyzed.length),
    follower_growth_score: hasGrowth ? followerGrowthScore(profile.followers, profile.total_likes) : 0
  }
  const authority = authorityScore(parts, leftOut)

  return {
    scores: {
      engagement_rate: rate,
      ...parts,
      creator_authority_score: authority,
      partnership_tier: partnershipTier(authority)
    },
    primary_niche: primaryNiche(topics),
    posts_analyzed: analyzed.length,
    unknown: [...unknown, ...(unknown.length > 0 ? (['creator_authority_score', 'partnership_tier'] as const) : [])]
  }
}

/** The scorecard of a public creator: the profile and its `computeScores`. `missing`: fields of the profile that no source has given. */
export const computeScorecard = (
  profile: UserProfile,
  posts: readonly ScoredPost[],
  now: Date,
  missing: readonly string[] = []
): CreatorScorecard => {
  const { scores, primary_niche, posts_analyzed, unknown } = computeScores(profile, posts, missing)
  const { username, display_name, verified, avatar_url, bio, followers, following, total_likes, total_videos } = profile
  const names = missing.join()
  const scorecard: CreatorScorecard = {
    profile: withMissing({ username, display_name, verified, avatar_url, bio }, names),
    audience: withMissing({ followers, following, total_likes, total_videos }, names),
    scores: withMissing(scores, unknown.join()),
    intelligence: {
      primary_niche,
      posts_analyzed,
      analysis_timestamp: now.toISOString(),
      low_sample_warning: posts_analyzed < fewPosts
    }
  }
  return withMissing(scorecard, missingInputs(profile, posts, missing).join())
}

const newest = (posts: readonly ScoredPost[], limit: number) => [...posts].sort(newestFirst).slice(0, limit)

/**
 * A total order, so that the selection does not depend on the input order. Ids grow with time, so the larger id is newer. They exceed 2^53
 * and compare as text: by length, then by digits.
 */
const newestFirst = (a: ScoredPost, b: ScoredPost) =>
  b.created_at - a.created_at ||
  (b.post_id ?? '').length - (a.post_id ?? '').length ||
  descending(a.post_id ?? '', b.post_id ?? '') ||
  // Reached only for equal ids; what remains equal is interchangeable.
  descending(JSON.stringify(a), JSON.stringify(b))

const descending = (a: string, b: string) => (a === b ? 0 : a > b ? -1 : 1)
