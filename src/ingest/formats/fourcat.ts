import { country, flag, id, int, moment, shownTotal, text, url, username } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'

/** Rows of tables exported by the research tool 4CAT. */
export const fourcatPost: Mapping = {
  name: '4CAT post',
  accepts: '4CAT tables with "tiktok_url", "unix_timestamp", "author_full"',
  evidence: [
    ...['body', 'author', 'likes', 'plays'].map((key) => evidence(2, 'tiktok_url', 'id', key)),
    evidence(4, 'unix_timestamp', 'author_full')
  ],
  post: {
    post_id: id('id'),
    created_at: moment('unix_timestamp', 'timestamp'),
    caption: text('body'),
    country: country('location_created'),
    is_ad: flag('is_ad'),
    plays: shownTotal('plays'),
    likes: shownTotal('likes'),
    comments: shownTotal('comments'),
    shares: shownTotal('shares'),
    cover_url: url('thumbnail_url'),
    share_url: url('tiktok_url'),
    duration_seconds: int('duration'),
    author: {
      user_id: id('author_id'),
      username: username('author'),
      display_name: text('author_full'),
      avatar_url: url('author_avatar'),
      avatar_thumb_url: url('author_avatar'),
      followers: shownTotal('author_followers'),
      total_likes: shownTotal('author_likes'),
      total_videos: shownTotal('author_videos')
    },
    sound: {
      sound_id: id('music_id'),
      title: text('music_name'),
      author: text('music_author'),
      cover_url: url('music_thumbnail'),
      play_url: url('music_url')
    },
    hashtags: ['hashtags', 'challenges'].map((list) => ({ list, id: [], name: [] })),
    site: {}
  }
}
