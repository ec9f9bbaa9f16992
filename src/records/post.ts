import type Type from 'typebox'
import { keysOf } from '../core/keys-of.ts'
import { count, flag, id, int, list, nullable, record, text, unixTime, url } from './fields.ts'
import type { Sound } from './sound.ts'
import type { UserProfile } from './user-profile.ts'

export const HashtagUse = record('HashtagUse', 'A hashtag as one caption uses it.', {
  id: nullable(id('Numeric id of the hashtag. Null when the platform has not registered it.')),
  name: nullable(text('Text of the hashtag without the leading #. Null when unknown.'))
})
export type HashtagUse = Type.Static<typeof HashtagUse>

export const Post = record('Post', 'A short video or image post, with facts about its author and sound.', {
  post_id: nullable(id('Numeric id of the post. Null when none is known.')),
  caption: nullable(text('What the author wrote under the post. Null when none is known.')),
  created_at: unixTime('When the post was published, in Unix seconds.'),
  is_ad: flag('Whether the post is a paid advertisement.'),
  plays: count('Number of times the post was played.'),
  likes: count('Number of likes of the post.'),
  comments: count('Number of comments under the post.'),
  shares: count('Number of times the post was shared.'),
  saves: count('Number of times the post was saved to favourites.'),
  reposts: count('Number of times the post was reposted.'),
  cover_url: nullable(url('URL of the cover image. Null when none is known.')),
  share_url: nullable(
    url('Canonical public URL of the post, made of handle and id where no source has given it. Null without these.')
  ),
  sound_id: nullable(id('Numeric id of the sound that the post uses. Null when none is known.')),
  sound_title: nullable(text('Title of the sound. Null when none is known.')),
  sound_author: nullable(text('Who the sound is credited to. Null when unknown.')),
  sound_is_original: flag('Whether the sound was recorded for a post rather than licensed as a track.'),
  hashtags: list(HashtagUse, 'Hashtags of the caption in their order, repeated ones included; empty without any.'),
  author_username: nullable(text('Handle of the author without the leading @. Null when the account is gone.')),
  author_display_name: nullable(text('Name that the author shows. Null when unknown.')),
  author_verified: flag('Whether the author carries the verified badge.'),
  author_avatar_url: nullable(url('URL of the author’s profile picture as a thumbnail. Null when none is known.')),
  duration_seconds: int('Length of the video in seconds; 0 for image posts.'),
  video_height: int('Height of the frame in pixels; 0 when there is no frame size.'),
  video_width: int('Width of the frame in pixels; 0 when there is no frame size.')
})
export type Post = Type.Static<typeof Post>

/** Fields of a post that belong to its author, by their names in a profile. */
export const ofAuthor = {
  author_username: 'username',
  author_display_name: 'display_name',
  author_verified: 'verified',
  author_avatar_url: 'avatar_thumb_url'
} as const satisfies { readonly [K in keyof Post]?: keyof UserProfile }

/** Fields of a post that belong to its sound, by their names in a sound. */
export const ofSound = {
  sound_id: 'sound_id',
  sound_title: 'title',
  sound_author: 'author',
  sound_is_original: 'is_original'
} as const satisfies { readonly [K in keyof Post]?: keyof Sound }

/** Fields that a post takes from other records: it has no columns for them. */
export type BorrowedField = keyof typeof ofAuthor | keyof typeof ofSound
export const borrowedFields: readonly BorrowedField[] = keysOf({ ...ofAuthor, ...ofSound })
