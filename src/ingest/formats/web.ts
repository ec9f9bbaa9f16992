import {
  anyFlag,
  flag,
  id,
  int,
  moment,
  type Readings,
  shownTotal,
  text,
  total,
  url,
  username,
  website
} from '../mapping/readings.ts'
import { evidence, type Mapping, tableWithin, type UserTable } from '../mapping/tables.ts'

/** From `statsV2`, which is exact, or else from `stats`, as the page shows them. */
const statistics = (exact: string, shown: string, ...keys: readonly string[]): Readings<number> => [
  ...total(...keys.map((key) => `${exact}.${key}`)),
  ...shownTotal(...keys.map((key) => `${shown}.${key}`))
]

/** Totals of an account. */
const totalsIn = (exact: string, shown: string) => ({
  followers: statistics(exact, shown, 'followerCount'),
  following: statistics(exact, shown, 'followingCount'),
  total_likes: statistics(exact, shown, 'heartCount', 'heart'),
  total_videos: statistics(exact, shown, 'videoCount')
})

const account: UserTable = {
  user_id: id('id'),
  username: username('uniqueId'),
  display_name: text('nickname'),
  website_url: website('bioLink'),
  verified: flag('verified'),
  // Private if any of the names this flag has had says so.
  is_private: anyFlag('privateAccount', 'private', 'secret'),
  bio: text('signature'),
  avatar_url: url('avatarLarger', 'avatarMedium', 'avatarThumb'),
  avatar_thumb_url: url('avatarThumb', 'avatarLarger', 'avatarMedium')
}

const ofAuthor = totalsIn('authorStatsV2', 'authorStats')
/** Totals of a post, of hashtag feeds first. */
const totalOf = (key: string): Readings<number> => [
  ...shownTotal(`statistics.${key}`),
  ...statistics('statsV2', 'stats', key)
]

/** Posts of the platform's pages, and of hashtag feeds made from them. */
export const webPost: Mapping = {
  name: 'web post',
  accepts: 'web posts with "id", "desc", "stats", or "video_id", "description", "statistics"',
  evidence: [evidence(3, 'video_id', 'statistics.'), evidence(3, 'desc', 'stats.'), evidence(3, 'desc', 'statsV2.')],
  post: {
    post_id: id('video_id', 'id'),
    created_at: moment('create_time', 'createTime'),
    caption: text('description', 'desc'),
    is_ad: flag('isAd'),
    plays: totalOf('playCount'),
    likes: totalOf('diggCount'),
    comments: totalOf('commentCount'),
    shares: totalOf('shareCount'),
    saves: totalOf('collectCount'),
    reposts: totalOf('repostCount'),
    cover_url: url('video.cover', 'video.originCover', 'video.dynamicCover'),
    share_url: url('share_url', 'shareUrl'),
    duration_seconds: int('video.duration'),
    video_height: int('video.height'),
    video_width: int('video.width'),
    author: {
      ...tableWithin('author', account),
      username: username('author.uniqueId', 'author'),
      followers: [...ofAuthor.followers, ...shownTotal('author.followers')],
      following: [...ofAuthor.following, ...shownTotal('author.following')],
      total_likes: [...ofAuthor.total_likes, ...shownTotal('author.heartCount')],
      total_videos: [...ofAuthor.total_videos, ...shownTotal('author.videoCount')]
    },
    sound: {
      sound_id: id('music.id'),
      title: text('music.title'),
      author: text('music.authorName'),
      duration_seconds: int('music.duration'),
      is_original: flag('music.original'),
      cover_url: url('music.coverLarge', 'music.coverMedium', 'music.coverThumb'),
      play_url: url('music.playUrl')
    },
    hashtags: [
      { list: 'textExtra', id: ['hashtagId'], name: ['hashtagName'] },
      { list: 'challenges', id: ['id'], name: ['title'] }
    ]
  }
}

/** A profile page: the account with rounded and exact totals, and some posts. */
export const webUser: Mapping = {
  name: 'web profile',
  accepts: 'web profiles: {"user": {"uniqueId", …}, "stats": {…}, "statsV2": {…}}',
  evidence: [evidence(5, 'user.uniqueId')],
  user: { ...tableWithin('user', account), ...totalsIn('statsV2', 'stats') },
  lists: ['items', 'itemList']
}
