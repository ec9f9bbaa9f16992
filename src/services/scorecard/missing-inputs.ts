import type { UntoldField } from '../../records/missing-fields.ts'
import { type Reckoned, type ReckonedPost, reckonedCounts } from '../../records/scorecard-inputs.ts'

/** What a scorecard shows or reckons with, of what no feed may have told. */
const shown = ['display_name', 'verified', 'followers', 'following', 'total_likes', 'total_videos'] as const

/** Whether a post says anything of engagement. Comments and shares are the smaller part of it: without them it is a little too low. */
export const tellsEngagement = ({ untold }: ReckonedPost): boolean =>
  !untold.includes('plays') && !untold.includes('likes')

/** Whether there are posts, and none of them says anything of engagement. */
export const lacksEngagement = (posts: readonly ReckonedPost[]): boolean =>
  posts.length > 0 && !posts.some(tellsEngagement)

/** Likes that are added up from the posts that are there are fewer than all, and followers stand against all. */
export const lacksGrowth = (untold: Reckoned['untold']): boolean =>
  untold !== null && (untold.includes('followers') || untold.includes('total_likes'))

/** Names of what a scorecard over these posts lacked; null where the source does not tell. */
export const lacked = (posts: readonly ReckonedPost[], untold: Reckoned['untold']): UntoldField[] | null => {
  if (untold === null) return null
  const ofPosts = new Set(posts.flatMap(({ untold }) => untold))
  return [...shown.filter((field) => untold.includes(field)), ...reckonedCounts.filter((field) => ofPosts.has(field))]
}
