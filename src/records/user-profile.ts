import type Type from 'typebox'
import { count, flag, id, nullable, record, text, url } from './fields.ts'

export const UserProfile = record('UserProfile', 'A creator’s public profile.', {
  user_id: id('Numeric id of the account.'),
  username: text('Handle without the leading @.'),
  display_name: text('Name the account shows.'),
  website_url: nullable(url('Link in the profile.')),
  followers: count('Accounts that follow this one.'),
  following: count('Accounts this one follows.'),
  total_likes: count('Likes over all posts.'),
  total_videos: count('Posts the account has published.'),
  verified: flag('Whether the account carries the verified badge.'),
  is_private: flag('Whether only approved followers see the posts. The lists of a private account are empty here.'),
  bio: nullable(text('Text in the profile, written by the account.')),
  avatar_url: nullable(url('Profile picture in full size.')),
  avatar_thumb_url: nullable(url('Profile picture as a thumbnail.'))
})
/** What an account may show differently in each country. */
const { display_name, bio, website_url } = UserProfile.properties
export const regionalFields = { display_name, bio, website_url }
export type UserProfile = Type.Static<typeof UserProfile>
