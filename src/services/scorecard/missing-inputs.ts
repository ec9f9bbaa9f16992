import type { MissingField } from '../../records/missing-fields.ts'
import { type ScorecardInputs, type ScoredPost, scoredCounts } from '../../records/scorecard-inputs.ts'

/** What a scorecard shows or reckons with, of what no feed may have told. */
const shown = ['display_name', 'verified', 'followers', 'following', 'total_likes', 'total_videos'] as const

/** Whether a post says anything of engagement. Comments and shares are the smaller part of it: without them it is a little too low. */
export const hasEngagement = ({ missing }: ScoredPost): boolean =>
  !missing.includes('plays') && !missing.includes('likes')

/** Whether there are posts, and none of them says anything of engagement. */
export const hasNoEngagement = (posts: readonly ScoredPost[]): boolean => posts.length > 0 && !posts.some(hasEngagement)

/** Likes that are added up from the posts that are there are fewer than all, and followers stand against all. */
export const hasNoGrowth = (missing: ScorecardInputs['missing']): boolean =>
  missing !== null && (missing.includes('followers') || missing.includes('total_likes'))

/** Names of what a scorecard over these posts missingInputs; null where the source does not tell. */
export const missingInputs = (
  posts: readonly ScoredPost[],
  missing: ScorecardInputs['missing']
): MissingField[] | null => {
  if (missing === null) return null
  const ofPosts = new Set(posts.flatMap(({ missing }) => missing))
  return [...shown.filter((field) => missing.includes(field)), ...scoredCounts.filter((field) => ofPosts.has(field))]
}
