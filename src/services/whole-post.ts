import type { Post } from '../records/post.ts'
import type { ScoredPost } from '../records/scorecard-inputs.ts'

/** Scorecard inputs of a full post with all counts known. */
export const ofWholePost = ({ post_id, created_at, plays, likes, comments, shares, hashtags }: Post): ScoredPost => ({
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: hashtags.map(({ name }) => name),
  missing: []
})
