import type Type from 'typebox'
import { list, nullable, oneOf, record } from './fields.ts'
import type { postFieldsThatMayBeMissing } from './missing-fields.ts'
import { HashtagUse, Post } from './post.ts'

/** Number of an account's newest posts that scores use. */
export const maxScoredPosts = 30

/** Counts that scores use and sources may lack. */
export const scoredCounts = [
  'plays',
  'likes',
  'comments',
  'shares'
] as const satisfies readonly (typeof postFieldsThatMayBeMissing)[number][]

const { post_id, created_at, plays, likes, comments, shares } = Post.properties

export const ScoredPost = record('ScoredPost', 'Fields of a post that scores use.', {
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: list(HashtagUse.properties.name, 'Names of the hashtags of its caption, in their order.'),
  missing: list(oneOf(scoredCounts, 'A count of the post.'), 'Counts that no feed has given; they are 0.')
})
export type ScoredPost = Type.Static<typeof ScoredPost>

export const ScorecardInputs = record('ScorecardInputs', 'Inputs of the scores in addition to the profile.', {
  posts: nullable(list(ScoredPost, 'The newest posts, newest first; null if the source has only whole posts.'))
})
export type ScorecardInputs = Type.Static<typeof ScorecardInputs>
