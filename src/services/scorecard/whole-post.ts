import type { Post } from '../../records/post.ts'
import type { ReckonedPost } from '../../records/scorecard-inputs.ts'

/** What scores reckon with of a whole post, of which all counts as told. */
export const ofWholePost = ({ post_id, created_at, plays, likes, comments, shares, hashtags }: Post): ReckonedPost => ({
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: hashtags.map(({ name }) => name),
  untold: []
})
