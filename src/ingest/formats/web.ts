import {
  asset,
  country,
  flag,
  id,
  int,
  language,
  moment,
  type Readings,
  shownTotal,
  size,
  text,
  total,
  url,
  username,
  website,
  within
} from '../mapping/readings.ts'
import { evidence, type Mapping, type SoundTable, tableWithin, type UserTable } from '../mapping/tables.ts'
import { notPublicOnPages, privateAccount, privateAuthor } from './not-public.ts'

/** Totals from `statsV2`, which are exact, or else from `stats`, as shown on the page. */
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

/** An account of the platform's pages, with its keys of 2019 after the current ones. */
export const account = {
  user_id: id('id', 'userId'),
  username: username('uniqueId'),
  display_name: text('nickname', 'nickName'),
  website_url: website('bioLink'),
  verified: flag('verified'),
  is_private: privateAccount,
  bio: text('signature'),
  country: country('region'),
  language: language('language'),
  avatar_url: url(
    'avatarLarger',
    'avatarMedium',
    'avatarThumb',
    'coversLarger.0',
    'coversMedium.0',
    'covers.0',
    'avatar'
  ),
  avatar_thumb_url: url('avatarThumb', 'avatarLarger', 'avatarMedium', 'covers.0', 'avatar')
} satisfies UserTable

const author = tableWithin('author', account)

const ofAuthor = totalsIn('authorStatsV2', 'authorStats')
/** Totals of a post, first those of hashtag feeds. */
const totalOf = (key: string): Readings<number> => [
  ...shownTotal(`statistics.${key}`),
  ...statistics('statsV2', 'stats', key)
]

const sound: SoundTable = {
  sound_id: id('id'),
  title: text('title'),
  author: text('authorName'),
  duration_seconds: int('duration'),
  is_original: flag('original'),
  is_copyrighted: flag('isCopyrighted'),
  cover_url: url('coverLarge', 'coverMedium', 'coverThumb'),
  play_url: url('playUrl')
}

/** Posts of the platform's pages, and of hashtag feeds made from them. */
export const webPost: Mapping = {
  name: 'web post',
  accepts: 'web posts with "id", "desc", "stats", or "video_id", "description", "statistics"',
  evidence: [
    evidence(3, 'video_id', 'statistics.'),
    evidence(3, 'description', 'stats.'),
    evidence(3, 'desc', 'stats.'),
    evidence(3, 'desc', 'statsV2.')
  ],
  post: {
    post_id: id('video_id', 'id', 'videoId'),
    created_at: moment('create_time', 'createTime'),
    caption: text('description', 'desc'),
    country: country('locationCreated'),
    language: language('textLanguage'),
    is_ad: flag('isAd'),
    is_private: notPublicOnPages,
    plays: totalOf('playCount'),
    likes: totalOf('diggCount'),
    comments: totalOf('commentCount'),
    shares: totalOf('shareCount'),
    saves: totalOf('collectCount'),
    reposts: totalOf('repostCount'),
    cover_url: [
      ...asset('imagePost.cover.imageURL.urlList', 'imagePost.images.0.imageURL.urlList'),
      ...url('video.cover', 'video.originCover', 'video.dynamicCover')
    ],
    share_url: url('share_url', 'shareUrl'),
    duration_seconds: int('video.duration'),
    video_height: [...size('imagePost.images.0.imageHeight', 'video.height'), ...int('video.height')],
    video_width: [...size('imagePost.images.0.imageWidth', 'video.width'), ...int('video.width')],
    author: {
      ...author,
      username: username('author.uniqueId', 'author'),
      // Used beside a bare handle.
      user_id: [...author.user_id, ...id('authorId')],
      display_name: [...author.display_name, ...text('nickname')],
      is_private: privateAuthor,
      avatar_thumb_url: [...author.avatar_thumb_url, ...url('avatarThumb')],
      followers: [...ofAuthor.followers, ...shownTotal('author.followers')],
      following: [...ofAuthor.following, ...shownTotal('author.following')],
      total_likes: [...ofAuthor.total_likes, ...shownTotal('author.heartCount')],
      total_videos: [...ofAuthor.total_videos, ...shownTotal('author.videoCount')]
    },
    sound: tableWithin('music', sound),
    place: {
      place_id: id('poi.id'),
      name: text('poi.name'),
      address: text('poi.address'),
      city_code: id('poi.cityCode'),
      country_code: id('poi.countryCode')
    },
    hashtags: [
      { list: 'textExtra', id: ['hashtagId'], name: ['hashtagName'] },
      { list: 'challenges', id: ['id'], name: ['title'] },
      { list: 'contents.0.textExtra', id: ['hashtagId'], name: ['hashtagName'] }
    ],
    effects: [{ list: 'effectStickers', id: ['ID', 'id'], name: ['name'] }],
    site: { photo: 'imagePost' }
  }
}

/** Posts of the platform's pages of 2019. */
export const webPostOf2019: Mapping = {
  name: 'web post of 2019',
  accepts: 'web posts of 2019: {"itemInfos": {…}, "authorInfos": {…}, "musicInfos": {…}}',
  evidence: [evidence(9, 'itemInfos.')],
  post: {
    post_id: id('itemInfos.id'),
    created_at: moment('itemInfos.createTime'),
    caption: text('itemInfos.text'),
    is_private: within('itemInfos', notPublicOnPages),
    plays: shownTotal('itemInfos.playCount'),
    likes: shownTotal('itemInfos.diggCount'),
    comments: shownTotal('itemInfos.commentCount'),
    shares: shownTotal('itemInfos.shareCount'),
    cover_url: url('itemInfos.covers.0', 'itemInfos.coversOrigin.0'),
    duration_seconds: int('itemInfos.video.videoMeta.duration'),
    video_height: int('itemInfos.video.videoMeta.height'),
    video_width: int('itemInfos.video.videoMeta.width'),
    author: {
      ...tableWithin('authorInfos', account),
      user_id: id('authorInfos.userId', 'itemInfos.authorId'),
      followers: shownTotal('authorStats.followerCount'),
      following: shownTotal('authorStats.followingCount'),
      total_likes: shownTotal('authorStats.heartCount'),
      total_videos: shownTotal('authorStats.videoCount')
    },
    sound: {
      sound_id: id('musicInfos.musicId', 'itemInfos.musicId'),
      title: text('musicInfos.musicName'),
      author: text('musicInfos.authorName'),
      is_original: flag('musicInfos.original'),
      cover_url: url('musicInfos.covers.0'),
      play_url: url('musicInfos.playUrl.0')
    },
    hashtags: [
      { list: 'challengeInfoList', id: ['challengeId'], name: ['challengeName'] },
      { list: 'textExtra', id: ['HashtagId'], name: ['HashtagName'] }
    ],
    site: {}
  }
}

/** An account in a page's state, or from a tool that puts its totals beside it. */
export const webAccount: Mapping = {
  name: 'web account',
  accepts: 'web accounts with "uniqueId", "nickname"',
  evidence: [evidence(2, 'uniqueId', 'nickname'), evidence(2, 'uniqueId', 'secUid')],
  user: {
    ...account,
    followers: shownTotal('followerCount', 'fans'),
    following: shownTotal('followingCount', 'following'),
    total_likes: shownTotal('heartCount', 'heart'),
    total_videos: shownTotal('videoCount', 'video')
  }
}

/** A sound's page. */
export const webSound: Mapping = {
  name: 'web sound',
  accepts: 'web sounds with "id", "title", "authorName"',
  evidence: [evidence(2, 'authorName', 'id', 'title')],
  sound
}

/** A profile page: the account with rounded and exact totals, and some posts. */
export const webUser: Mapping = {
  name: 'web profile',
  accepts: 'web profiles: {"user": {"uniqueId", …}, "stats": {…}, "statsV2": {…}}',
  evidence: [evidence(5, 'user.uniqueId')],
  user: { ...tableWithin('user', account), ...totalsIn('statsV2', 'stats') }
}
