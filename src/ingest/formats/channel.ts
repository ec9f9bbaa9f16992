import { flag, id, int, moment, text, total, url, urlWithoutQuery, username } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'

/** Posts of a hosted collector of several platforms, where the id of a sound is a rounded number. */
export const channelPost: Mapping = {
  name: 'channel post',
  accepts: 'channel posts with "channel", "uploadedAt", "postPage"',
  evidence: [evidence(9, 'channel.', 'uploadedAt'), evidence(9, 'channel.', 'postPage')],
  post: {
    post_id: id('id'),
    created_at: moment('uploadedAt', 'uploadedAtFormatted'),
    caption: text('title'),
    plays: total('views'),
    likes: total('likes'),
    comments: total('comments'),
    shares: total('shares'),
    saves: total('bookmarks'),
    cover_url: url('video.cover', 'video.thumbnail'),
    share_url: urlWithoutQuery('postPage'),
    duration_seconds: int('video.duration'),
    video_height: int('video.height'),
    video_width: int('video.width'),
    author: {
      user_id: id('channel.id'),
      username: username('channel.username'),
      display_name: text('channel.name'),
      verified: flag('channel.verified'),
      bio: text('channel.bio'),
      avatar_url: url('channel.avatar'),
      avatar_thumb_url: url('channel.avatar'),
      followers: total('channel.followers'),
      following: total('channel.following'),
      total_videos: total('channel.videos')
    },
    sound: {
      title: text('song.title'),
      author: text('song.artist'),
      duration_seconds: int('song.duration'),
      cover_url: url('song.cover')
    },
    hashtags: [{ list: 'hashtags', id: [], name: [] }]
  }
}
