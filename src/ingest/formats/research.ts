import { flag, id, int, moment, text, total, username } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'

/** Posts of the platform's research interface. Ids are 64-bit JSON numbers. */
export const research: Mapping = {
  name: 'research post',
  accepts: 'research posts with "video_description", "view_count"',
  evidence: [evidence(2, 'video_description'), evidence(2, 'view_count', 'like_count')],
  post: {
    post_id: id('id'),
    created_at: moment('create_time'),
    caption: text('video_description'),
    is_ad: flag('is_ad'),
    plays: total('view_count'),
    likes: total('like_count'),
    comments: total('comment_count'),
    shares: total('share_count'),
    saves: total('favorites_count'),
    duration_seconds: int('video_duration'),
    author: { username: username('username') },
    sound: { sound_id: id('music_id') },
    hashtags: [{ list: 'hashtag_names', id: [], name: [] }]
  }
}
