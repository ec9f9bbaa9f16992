import { country, flag, id, int, moment, text, total, url, username } from '../mapping/readings.ts'
import { evidence, type Mapping, type SoundTable, tableWithin } from '../mapping/tables.ts'

const sound: SoundTable = {
  sound_id: id('id'),
  title: text('title'),
  author: text('author'),
  duration_seconds: int('duration'),
  is_original: flag('original'),
  cover_url: url('cover'),
  play_url: url('play')
}

/** A sound by itself. */
export const tikwmSound: Mapping = {
  name: 'tikwm sound',
  accepts: 'tikwm sounds with "title", "author", "play"',
  evidence: [evidence(2, 'play', 'id', 'title', 'author', '!play_count')],
  sound
}

/** Posts in answers of a widespread download service. */
export const tikwmPost: Mapping = {
  name: 'tikwm post',
  accepts: 'tikwm posts with "music_info", "play_count", "digg_count"',
  evidence: [evidence(5, 'music_info.', 'title'), evidence(4, 'play_count', 'digg_count'), evidence(4, 'wmplay')],
  post: {
    post_id: id('video_id', 'id', 'aweme_id'),
    created_at: moment('create_time'),
    caption: text('title'),
    country: country('region'),
    is_ad: flag('is_ad'),
    plays: total('play_count'),
    likes: total('digg_count'),
    comments: total('comment_count'),
    shares: total('share_count'),
    saves: total('collect_count'),
    cover_url: url('origin_cover', 'cover', 'images.0'),
    duration_seconds: int('duration'),
    author: {
      user_id: id('author.id'),
      username: username('author.unique_id'),
      display_name: text('author.nickname'),
      avatar_url: url('author.avatar'),
      avatar_thumb_url: url('author.avatar')
    },
    sound: tableWithin('music_info', sound),
    hashtags: 'caption',
    site: { photo: 'images' }
  }
}
