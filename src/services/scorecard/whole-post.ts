import type { Post } from '../../records/post.ts'
import type { ScoredPost } from '../../records/scorecard-inputs.ts'

/** What scores reckon with of a whole post, of which all counts as told. */
export const ofWholePost = ({ post_id, created_at, plays, likes, comments, shares, hashtags }: Post): ScoredPost => ({
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: hashtags.map(({ name }) => name),
  missing: []
})
