import Type from 'typebox'
import { oneOf } from './fields.ts'

/**
 * Fields of an account and of a post that are numbers and flags in every record, though no feed may have told them. What stands there then
 * is 0, no, or what can be computed.
 */
export const untoldOfUser = [
  'display_name',
  'followers',
  'following',
  'total_likes',
  'total_videos',
  'verified',
  'is_private'
] as const
export const untoldOfPost = ['plays', 'likes', 'comments', 'shares'] as const

export type UntoldField = (typeof untoldOfUser)[number] | (typeof untoldOfPost)[number]

/** How many of the newest posts of an account are looked through. */
export const postsLookedThrough = 30

/** What no feed told of an account and of its newest posts. */
export const Untold = Type.Object(
  {
    /** Null where the source does not tell. */
    profile: Type.Union([Type.Array(oneOf(untoldOfUser, 'A field of the profile.')), Type.Null()]),
    /** Posts of which something is unknown. */
    posts: Type.Array(
      Type.Object(
        { post_id: Type.String(), fields: Type.Array(oneOf(untoldOfPost, 'A field of the post.')) },
        { additionalProperties: false }
      ),
      { maxItems: postsLookedThrough }
    )
  },
  { additionalProperties: false }
)
export type Untold = Type.Static<typeof Untold>
