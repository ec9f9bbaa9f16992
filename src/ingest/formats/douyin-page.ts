import { asset, id, int, milliseconds, moment, text, total, url, username, within } from '../mapping/readings.ts'
import { evidence, type Mapping } from '../mapping/tables.ts'
import { notPublicOnDouyin, privateAccount } from './not-public.ts'

/** Posts in the state of the pages of the platform's app in China, with the keys of the app in another case. */
export const douyinPagePost: Mapping = {
  name: 'Douyin page post',
  accepts: 'posts of Douyin pages with "awemeId", "authorInfo"',
  evidence: [evidence(9, 'awemeId')],
  post: {
    post_id: id('awemeId'),
    created_at: moment('createTime'),
    caption: text('desc'),
    is_private: notPublicOnDouyin,
    plays: total('stats.playCount'),
    likes: total('stats.diggCount'),
    comments: total('stats.commentCount'),
    shares: total('stats.shareCount'),
    saves: total('stats.collectCount'),
    cover_url: [
      ...asset('images.0.urlList'),
      ...url('video.cover', 'video.originCover'),
      ...asset('video.coverUrlList')
    ],
    share_url: url('shareInfo.shareUrl'),
    duration_seconds: milliseconds('video.duration', 'duration'),
    video_height: int('images.0.height', 'video.height'),
    video_width: int('images.0.width', 'video.width'),
    author: {
      user_id: id('authorInfo.uid'),
      username: username('authorInfo.uniqueId'),
      display_name: text('authorInfo.nickname'),
      bio: text('authorInfo.signature'),
      is_private: within('authorInfo', privateAccount),
      avatar_url: asset('authorInfo.avatarThumb.urlList', 'authorInfo.avatarUri'),
      avatar_thumb_url: asset('authorInfo.avatarThumb.urlList', 'authorInfo.avatarUri'),
      followers: total('authorInfo.followerCount'),
      total_likes: total('authorInfo.totalFavorited'),
      total_videos: total('authorInfo.awemeCount')
    },
    sound: {
      sound_id: id('music.idStr', 'music.mid', 'music.id'),
      title: text('music.title', 'music.musicName'),
      author: text('music.author', 'music.ownerNickname'),
      duration_seconds: int('music.duration'),
      cover_url: asset('music.coverMedium.urlList', 'music.coverThumb.urlList'),
      play_url: asset('music.playUrl.urlList', 'music.playUrl.uri')
    },
    hidesPlays: true,
    hashtags: [{ list: 'textExtra', id: ['hashtagId'], name: ['hashtagName'] }]
  }
}
