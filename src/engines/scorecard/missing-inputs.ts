import type { MissingField } from '../../records/missing-fields.ts'
import { type ScoredPost, scoredCounts } from '../../records/scorecard-inputs.ts'
import type { UserProfile } from '../../records/user-profile.ts'

/** Fields of a profile that a scorecard shows or uses, and that sources may lack. */
const shown = ['display_name', 'verified', 'followers', 'following', 'total_likes', 'total_videos'] as const

/** Fields of a profile that scores use. */
export type ScoredProfile = Pick<UserProfile, 'followers' | 'total_likes' | 'total_videos'>

/** Whether no post is known, though the account published some, or nobody has counted them. */
export const lacksPosts = (
  { total_videos }: Pick<ScoredProfile, 'total_videos'>,
  posts: readonly ScoredPost[],
  missing: readonly string[]
): boolean => posts.length === 0 && (total_videos > 0 || missing.includes('total_videos'))

const isWhole = ({ missing }: ScoredPost): boolean => missing.length === 0
const isRated = (post: ScoredPost): boolean => isWhole(post) && post.plays > 0

/** Whether the engagement rate is unknown: posts lack counts, and none that was played has all. */
export const hasNoRate = (posts: readonly ScoredPost[]): boolean => !posts.every(isWhole) && !posts.some(isRated)

/** Posts of the engagement rate: those played with all counts known. Without any, that of REST is of posts with plays and likes. */
export const ratedPosts = (posts: readonly ScoredPost[]): readonly ScoredPost[] => {
  const rated = posts.filter(isRated)
  return rated.length > 0
    ? rated
    : posts.filter(({ missing }) => !missing.includes('plays') && !missing.includes('likes'))
}

/** Whether growth is unknown. Likes summed over the available posts do not suffice: they are fewer than all likes, but followers are complete. */
export const hasNoGrowth = (missing: readonly string[]): boolean =>
  missing.includes('followers') || missing.includes('total_likes')

/** Names of the inputs that a scorecard over these posts lacked. */
export const missingInputs = (
  profile: ScoredProfile,
  posts: readonly ScoredPost[],
  missing: readonly string[]
): MissingField[] => {
  const ofPosts = new Set<string>(
    lacksPosts(profile, posts, missing) ? scoredCounts : posts.flatMap(({ missing }) => missing)
  )
  return [...shown.filter((field) => missing.includes(field)), ...scoredCounts.filter((field) => ofPosts.has(field))]
}
