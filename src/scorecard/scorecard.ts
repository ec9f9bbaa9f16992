import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import { maxScoredPosts, type ScorecardInputs, type ScoredPost } from '../records/scorecard-inputs.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { authorityScore, partnershipTier, type UnknownParts } from './authority.ts'
import { postingConsistency } from './consistency.ts'
import { engagementPercentile, engagementRate } from './engagement.ts'
import { followerGrowthScore } from './growth.ts'
import { hasEngagement, hasNoEngagement, hasNoGrowth } from './missing-inputs.ts'
import { nicheConcentration, primaryNiche, topicsOf } from './niche.ts'

/** Number of posts a scorecard uses, newest first. */
export const maxPosts = maxScoredPosts

/** Fewer analyzed posts set `low_sample_warning`. */
export const fewPosts = 10

/** What scores use of a profile. */
type ScoredProfile = Pick<UserProfile, 'followers' | 'total_likes'>

/** The scores of a public creator, without the rest of a scorecard. */
type CreatorScores = {
  scores: CreatorScorecard['scores']
  primary_niche: string
  posts_analyzed: number
  /** Whether there are posts, but none with known engagement: the engagement rate is 0 then. */
  lacks_engagement: boolean
}

/**
 * The scores of a public creator from the newest `maxPosts` of `posts`. Pure, and independent of the order of posts. Each score is a
 * finite integer from 0 to 100, even without posts; its function in this folder documents the formula and the reason.
 *
 * Posts without plays count for consistency and niche but not for the engagement mean, and neither do posts whose plays or likes are
 * missing. A score whose inputs are missing is 0 and does not count in the authority score.
 */
export const computeScores = (
  profile: ScoredProfile,
  posts: readonly ScoredPost[],
  missing: ScorecardInputs['missing']
): CreatorScores => {
  const analyzed = newest(posts, maxPosts)
  const topics = topicsOf(analyzed)

  const rate = engagementRate(analyzed.filter(hasEngagement))
  const lacksEngagement = hasNoEngagement(analyzed)
  const hasGrowth = !hasNoGrowth(missing)
  const unknown: UnknownParts = [
    ...(lacksEngagement ? (['engagement_percentile'] as const) : []),
    ...(hasGrowth ? [] : (['follower_growth_score'] as const))
  ]
  const parts = {
    engagement_percentile: engagementPercentile(rate),
    posting_consistency: postingConsistency(analyzed.map((post) => post.created_at)),
    niche_concentration: nicheConcentration(topics, analyzed.length),
    follower_growth_score: hasGrowth ? followerGrowthScore(profile.followers, profile.total_likes) : 0
  }
  const authority = authorityScore(parts, unknown)

  return {
    scores: {
      engagement_rate: rate,
      ...parts,
      creator_authority_score: authority,
      partnership_tier: partnershipTier(authority)
    },
    primary_niche: primaryNiche(topics),
    posts_analyzed: analyzed.length,
    lacks_engagement: lacksEngagement
  }
}

/** The scorecard of a public creator: the profile and its `computeScores`. */
export const computeScorecard = (
  profile: UserProfile,
  posts: readonly ScoredPost[],
  now: Date,
  missing: ScorecardInputs['missing'] = []
): CreatorScorecard => {
  const { scores, primary_niche, posts_analyzed } = computeScores(profile, posts, missing)
  return {
    profile: {
      username: profile.username,
      display_name: profile.display_name,
      verified: profile.verified,
      avatar_url: profile.avatar_url,
      bio: profile.bio
    },
    audience: {
      followers: profile.followers,
      following: profile.following,
      total_likes: profile.total_likes,
      total_videos: profile.total_videos
    },
    scores,
    intelligence: {
      primary_niche,
      posts_analyzed,
      analysis_timestamp: now.toISOString(),
      low_sample_warning: posts_analyzed < fewPosts
    }
  }
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
