import type { Post } from '../records/post.ts'
import type { ScoredPost } from '../records/scorecard-inputs.ts'

/** Scorecard inputs of a full post, all of whose counts are known. */
export const ofWholePost = ({ post_id, created_at, plays, likes, comments, shares, hashtags }: Post): ScoredPost => ({
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: hashtags.map(({ name }) => name),
  missing: []
})
