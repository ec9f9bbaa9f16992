import {
  country,
  flag,
  id,
  int,
  moment,
  text,
  total,
  url,
  username,
  usernameInUrl,
  website
} from '../mapping/readings.ts'
import { evidence, type Mapping, type UserTable, withoutCommentText } from '../mapping/tables.ts'

/** Posts of the platform's research interface. Ids are 64-bit JSON numbers. */
export const researchPost: Mapping = {
  name: 'research post',
  accepts: 'research posts with "video_description", "view_count"',
  evidence: [
    evidence(2, 'video_description'),
    evidence(2, 'view_count', 'like_count'),
    // Each field may be requested alone.
    evidence(2, 'username', 'id', 'create_time', ...withoutCommentText)
  ],
  post: {
    post_id: id('id', 'video_id'),
    created_at: moment('create_time'),
    caption: text('video_description'),
    country: country('region_code'),
    is_ad: flag('is_ad'),
    plays: total('view_count'),
    likes: total('like_count'),
    comments: total('comment_count'),
    shares: total('share_count'),
    saves: total('favorites_count'),
    duration_seconds: int('video_duration'),
    // A package for R has another name for it.
    author: { username: username('username', 'author_name') },
    sound: { sound_id: id('music_id') },
    hashtags: [
      { list: 'hashtag_info_list', id: ['hashtag_id'], name: ['hashtag_name'] },
      { list: 'hashtag_names', id: [], name: [] }
    ],
    effects: [{ list: 'effect_info_list', id: ['effect_id'], name: ['effect_name'] }],
    site: {}
  }
}

/** Accounts of the same interface, which returns the handle only on request. */
export const researchUser: Mapping & { readonly user: UserTable } = {
  name: 'research account',
  accepts: 'research accounts with "bio_description", "likes_count"',
  evidence: [
    evidence(3, 'username', 'bio_description'),
    evidence(3, 'username', 'display_name', 'likes_count'),
    // Accounts without a handle are skipped with that reason.
    evidence(2, 'display_name', 'follower_count'),
    evidence(2, 'display_name', 'open_id')
  ],
  user: {
    username: [...username('username'), ...usernameInUrl('profile_web_link')],
    display_name: text('display_name'),
    bio: text('bio_description'),
    website_url: website('bio_url'),
    verified: flag('is_verified'),
    avatar_url: url('avatar_large_url', 'avatar_url'),
    avatar_thumb_url: url('avatar_url'),
    followers: total('follower_count'),
    following: total('following_count'),
    total_likes: total('likes_count'),
    total_videos: total('video_count')
  }
}
