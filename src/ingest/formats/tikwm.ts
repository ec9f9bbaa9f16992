import { flag, id, int, moment, text, total, url, username } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'

/** Posts as a widespread download service answers them. */
export const tikwmPost: Mapping = {
  name: 'tikwm post',
  accepts: 'tikwm posts with "music_info", "play_count", "digg_count"',
  evidence: [evidence(5, 'music_info.'), evidence(4, 'play_count', 'digg_count'), evidence(4, 'wmplay')],
  post: {
    post_id: id('video_id', 'id', 'aweme_id'),
    created_at: moment('create_time'),
    caption: text('title'),
    is_ad: flag('is_ad'),
    plays: total('play_count'),
    likes: total('digg_count'),
    comments: total('comment_count'),
    shares: total('share_count'),
    saves: total('collect_count'),
    cover_url: url('origin_cover', 'cover'),
    duration_seconds: int('duration'),
    author: {
      user_id: id('author.id'),
      username: username('author.unique_id'),
      display_name: text('author.nickname'),
      avatar_url: url('author.avatar'),
      avatar_thumb_url: url('author.avatar')
    },
    sound: {
      sound_id: id('music_info.id'),
      title: text('music_info.title'),
      author: text('music_info.author'),
      duration_seconds: int('music_info.duration'),
      is_original: flag('music_info.original'),
      cover_url: url('music_info.cover'),
      play_url: url('music_info.play')
    },
    hashtags: 'caption',
    site: { photo: 'images' }
  }
}
