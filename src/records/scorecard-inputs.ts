import type Type from 'typebox'
import { list, nullable, oneOf, record } from './fields.ts'
import { UntoldOfUser, type untoldOfPost } from './missing-fields.ts'
import { HashtagUse, Post } from './post.ts'

/** How many of the newest posts of an account scores reckon with. */
export const reckonedPosts = 30

/** Counts that scores reckon with, and that no feed may have told. */
export const reckonedCounts = [
  'plays',
  'likes',
  'comments',
  'shares'
] as const satisfies readonly (typeof untoldOfPost)[number][]

const { post_id, created_at, plays, likes, comments, shares } = Post.properties

export const ReckonedPost = record('ReckonedPost', 'What scores reckon with of a post.', {
  ...{ post_id, created_at, plays, likes, comments, shares },
  hashtags: list(HashtagUse.properties.name, 'Names of the hashtags of its caption, in the order they stand.'),
  untold: list(oneOf(reckonedCounts, 'A count of the post.'), 'Counts that no feed told, which are 0 then.')
})
export type ReckonedPost = Type.Static<typeof ReckonedPost>

export const Reckoned = record('Reckoned', 'What scores reckon with beside the profile.', {
  untold: UntoldOfUser.properties.fields,
  posts: nullable(
    list(ReckonedPost, 'The newest posts, the newest first; null where the source tells them as whole posts only.')
  )
})
export type Reckoned = Type.Static<typeof Reckoned>
