import { anyText, asset, country, flag, id, language, text, total, username, website } from '../mapping/readings.ts'
import { evidence, type Mapping, type UserTable } from '../mapping/tables.ts'
import { privateAccount } from './not-public.ts'

export const appProfile: UserTable = {
  user_id: id('uid', 'id'),
  username: username('unique_id'),
  display_name: text('nickname'),
  website_url: website('bio_url'),
  // Either kind of verification shows a tick; each is a text, empty without it.
  verified: [...flag('is_verified', 'verified'), ...anyText('custom_verify', 'enterprise_verify_reason')],
  is_private: privateAccount,
  bio: text('signature'),
  country: country('region', 'account_region', 'country'),
  language: language('language'),
  avatar_url: asset('avatar_larger', 'avatar_large', 'avatar_medium', 'avatar_thumb', 'avatar'),
  avatar_thumb_url: asset('avatar_thumb', 'avatar_medium', 'avatar_larger', 'avatar'),
  followers: total('follower_count'),
  following: total('following_count'),
  total_likes: total('total_favorited'),
  total_videos: total('video_count', 'aweme_count')
}

/** Accounts from searches and follower lists of the platform's app; the latter lack counts. */
export const appUser: Mapping = {
  name: 'app account',
  accepts: 'app accounts with "unique_id", "uid"',
  evidence: [evidence(2, 'unique_id', 'uid'), evidence(2, 'unique_id', 'sec_uid')],
  user: appProfile
}
