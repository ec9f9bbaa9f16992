import type Type from 'typebox'
import { count, flag, id, nullable, record, text, url } from './fields.ts'

export const UserProfile = record('UserProfile', 'A creator’s public profile.', {
  user_id: id('Numeric id of the account.'),
  username: text('Handle without the leading @.'),
  display_name: text('Name that the account shows.'),
  website_url: nullable(url('Link in the profile, a URL. Null when none is known.')),
  followers: count('Number of accounts that follow this one.'),
  following: count('Number of accounts that this one follows.'),
  total_likes: count('Number of likes of all posts.'),
  total_videos: count('Number of posts that the account has published.'),
  verified: flag('Whether the account carries the verified badge.'),
  is_private: flag('Whether only approved followers see the posts. The lists of a private account are empty.'),
  bio: nullable(text('Text in the profile, written by the account. Null when none is known.')),
  avatar_url: nullable(url('URL of the profile picture in full size. Null when none is known.')),
  avatar_thumb_url: nullable(url('URL of the profile picture as a thumbnail. Null when none is known.'))
})
/** Fields that an account may show differently in each country. */
const { display_name, bio, website_url } = UserProfile.properties
export const regionalFields = { display_name, bio, website_url }
export type UserProfile = Type.Static<typeof UserProfile>
