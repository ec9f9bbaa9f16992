import type Type from 'typebox'
import { keysOf } from '../core/keys-of.ts'
import { count, flag, id, int, list, nullable, record, text, unixTime, url } from './fields.ts'
import type { Sound } from './sound.ts'
import type { UserProfile } from './user-profile.ts'

export const HashtagUse = record('HashtagUse', 'A hashtag as one caption uses it.', {
  id: nullable(id('Numeric hashtag id; null when the caption names a hashtag the platform has not registered.')),
  name: nullable(text('Text of the hashtag without the leading #.'))
})
export type HashtagUse = Type.Static<typeof HashtagUse>

export const Post = record('Post', 'A short video or image post, with facts about its author and sound.', {
  post_id: nullable(id('Numeric id of the post.')),
  caption: nullable(text('What the author wrote under the post.')),
  created_at: unixTime('When the post was published, in Unix seconds.'),
  is_ad: flag('Whether the post is a paid advertisement.'),
  plays: count('Times the post was played.'),
  likes: count('Likes the post received.'),
  comments: count('Comments under the post.'),
  shares: count('Times the post was shared.'),
  saves: count('Times the post was saved to favourites.'),
  reposts: count('Times the post was reposted.'),
  cover_url: nullable(url('Cover image.')),
  share_url: nullable(
    url('Canonical public URL of the post. Derived from handle and id where an import had the post without it.')
  ),
  sound_id: nullable(id('Id of the sound the post uses.')),
  sound_title: nullable(text('Title of the sound.')),
  sound_author: nullable(text('Who the sound is credited to.')),
  sound_is_original: flag('Whether the sound was recorded for a post rather than licensed as a track.'),
  hashtags: list(HashtagUse, 'Hashtags of the caption in their order, repeated ones included.'),
  author_username: nullable(text('Handle of the author without @; null when the account is gone.')),
  author_display_name: nullable(text('Name the author shows.')),
  author_verified: flag('Whether the author carries the verified badge.'),
  author_avatar_url: nullable(url('Thumbnail of the author’s picture.')),
  duration_seconds: int('Length of the video in seconds; 0 for image posts.'),
  video_height: int('Height of the frame in pixels; 0 when there is no frame size.'),
  video_width: int('Width of the frame in pixels; 0 when there is no frame size.')
})
export type Post = Type.Static<typeof Post>

/** Fields of a post that are its author's, by the name that they have in a profile. */
export const ofAuthor = {
  author_username: 'username',
  author_display_name: 'display_name',
  author_verified: 'verified',
  author_avatar_url: 'avatar_thumb_url'
} as const satisfies { readonly [K in keyof Post]?: keyof UserProfile }

/** Fields of a post that are its sound's, by the name that they have in a sound. */
export const ofSound = {
  sound_id: 'sound_id',
  sound_title: 'title',
  sound_author: 'author',
  sound_is_original: 'is_original'
} as const satisfies { readonly [K in keyof Post]?: keyof Sound }

/** Fields that a post takes from other records: it has no columns for them. */
export type BorrowedField = keyof typeof ofAuthor | keyof typeof ofSound
export const borrowedFields: readonly BorrowedField[] = keysOf({ ...ofAuthor, ...ofSound })
