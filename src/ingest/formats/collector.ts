import {
  country,
  flag,
  id,
  int,
  language,
  moment,
  seconds,
  shownTotal,
  text,
  url,
  username,
  website
} from '../mapping/readings.ts'
import { evidence, type Mapping, type PostTable, tableWithin, type UserTable } from '../mapping/tables.ts'
import { notPublicOnPages, privateAccount } from './not-public.ts'

const profile: UserTable = {
  user_id: id('id'),
  username: username('name'),
  display_name: text('nickName'),
  website_url: website('bioLink'),
  verified: flag('verified'),
  is_private: privateAccount,
  bio: text('signature'),
  country: country('region'),
  language: language('language'),
  // Old files have only one picture size.
  avatar_url: url('originalAvatarUrl', 'avatar'),
  avatar_thumb_url: url('avatar', 'originalAvatarUrl'),
  followers: shownTotal('fans'),
  following: shownTotal('following'),
  total_likes: shownTotal('heart'),
  total_videos: shownTotal('video')
}

/**
 * Posts of a widespread collector of public feeds, and of its hosted successor with more fields. Ids are strings. Every post repeats the
 * creator's profile; old files have its counts only in the creator's own list.
 */
export const collectorPost: Mapping & { readonly post: PostTable } = {
  name: 'collector post',
  accepts: 'collector posts with "authorMeta", "musicMeta", "playCount"',
  evidence: [
    ...['authorMeta', 'musicMeta', 'videoMeta', 'webVideoUrl'].map((key) => evidence(3, key)),
    evidence(2, 'playCount'),
    // Comments and messages have a text, an id and a time too, and comments have likes.
    ...['hashtags', 'covers', 'shareCount', 'collectCount'].map((key) => evidence(1, 'text', key))
  ],
  post: {
    post_id: id('id'),
    created_at: moment('createTime', 'createTimeISO'),
    caption: text('text'),
    country: country('locationCreated'),
    language: language('textLanguage'),
    is_ad: flag('isAd'),
    is_private: notPublicOnPages,
    plays: shownTotal('playCount'),
    likes: shownTotal('diggCount'),
    comments: shownTotal('commentCount'),
    shares: shownTotal('shareCount'),
    saves: shownTotal('collectCount'),
    reposts: shownTotal('repostCount'),
    cover_url: url(
      'covers.default',
      'covers.origin',
      'covers.dynamic',
      'videoMeta.coverUrl',
      'videoMeta.originalCoverUrl',
      'slideshowImageLinks.0.tiktokLink',
      'slideshowImageLinks.0.downloadLink'
    ),
    share_url: url('webVideoUrl'),
    duration_seconds: int('videoMeta.duration'),
    video_height: int('videoMeta.height'),
    video_width: int('videoMeta.width'),
    author: {
      ...tableWithin('authorMeta', profile),
      username: username('authorMeta.name', 'authorMeta')
    },
    sound: {
      sound_id: id('musicMeta.musicId'),
      title: text('musicMeta.musicName'),
      author: text('musicMeta.musicAuthor'),
      duration_seconds: int('musicMeta.duration'),
      is_original: flag('musicMeta.musicOriginal'),
      cover_url: url(
        'musicMeta.coverLarge',
        'musicMeta.coverMedium',
        'musicMeta.coverThumb',
        'musicMeta.originalCoverMediumUrl',
        'musicMeta.coverMediumUrl'
      ),
      play_url: url('musicMeta.playUrl')
    },
    place: {
      place_id: id('locationMeta.locationId'),
      name: text('locationMeta.locationName'),
      address: text('locationMeta.address'),
      city_code: id('locationMeta.cityCode'),
      country_code: id('locationMeta.countryCode')
    },
    hashtags: [{ list: 'hashtags', id: ['id'], name: ['name'] }],
    effects: [{ list: 'effectStickers', id: ['ID', 'id'], name: ['name'] }],
    site: { photo: 'slideshowImageLinks' }
  }
}

/** Posts of the same collector in flat tables, which only count hashtags and mentions. */
export const flatCollectorPost: Mapping = {
  name: 'flat collector post',
  accepts: 'tables of collector posts with "playCount", "authorId", "nickName", "musicId"',
  evidence: ['authorId', 'nickName', 'musicId'].map((key) => evidence(2, 'playCount', key, '!authorMeta')),
  post: {
    ...collectorPost.post,
    post_id: id('videoId', 'id'),
    cover_url: url('coverUrl', 'cover'),
    duration_seconds: seconds('duration'),
    video_height: int('height'),
    video_width: int('width'),
    author: {
      ...profile,
      user_id: id('authorId'),
      username: username('name')
    },
    sound: {
      sound_id: id('musicId'),
      title: text('musicName'),
      author: text('musicAuthor'),
      is_original: flag('musicOriginal')
    }
  }
}

/** Profiles of the same collector. */
export const collectorUser: Mapping = {
  name: 'collector user',
  accepts: 'collector profiles with "name", "fans", "privateAccount"',
  evidence: [evidence(2, 'name', 'fans'), evidence(2, 'name', 'privateAccount')],
  user: profile
}

/** A profile without posts: a post with only an author. */
export const collectorAuthor: Mapping = {
  name: 'collector author',
  accepts: 'collector profiles in "authorMeta"',
  evidence: [evidence(30, 'authorMeta.', '!id', '!createTime', '!createTimeISO', '!webVideoUrl')],
  user: tableWithin('authorMeta', profile)
}
