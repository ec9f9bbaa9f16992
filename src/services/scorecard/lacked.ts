import type { Post } from '../../records/post.ts'
import { reckonedOfPost, type Untold, type UntoldField } from '../../records/untold.ts'

/** What a scorecard shows or reckons with, of what no feed may have told. */
const shown = ['display_name', 'verified', 'followers', 'following', 'total_likes', 'total_videos'] as const

const untoldOf = ({ post_id }: Post, { posts }: Untold): readonly UntoldField[] =>
  posts.find((post) => post.post_id === post_id)?.fields ?? []

/** Whether a post says anything of engagement. Comments and shares are the smaller part of it: without them it is a little too low. */
export const tellsEngagement = (post: Post, untold: Untold): boolean => {
  const fields = untoldOf(post, untold)
  return !fields.includes('plays') && !fields.includes('likes')
}

/** Whether there are posts, and none of them says anything of engagement. */
export const lacksEngagement = (posts: readonly Post[], untold: Untold): boolean =>
  posts.length > 0 && !posts.some((post) => tellsEngagement(post, untold))

/** Likes that are added up from the posts that are there are fewer than all, and followers stand against all. */
export const lacksGrowth = ({ profile }: Untold): boolean =>
  profile !== null && (profile.includes('followers') || profile.includes('total_likes'))

/** Names of what a scorecard over these posts lacked; null where the source does not tell. */
export const lacked = (posts: readonly Post[], untold: Untold): UntoldField[] | null => {
  const { profile } = untold
  if (profile === null) return null
  const ofPosts = new Set(posts.flatMap((post) => untoldOf(post, untold)))
  return [...shown.filter((field) => profile.includes(field)), ...reckonedOfPost.filter((field) => ofPosts.has(field))]
}
