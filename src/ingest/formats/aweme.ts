import {
  asset,
  country,
  flag,
  id,
  int,
  language,
  milliseconds,
  moment,
  numericUsername,
  size,
  text,
  total,
  urlWithoutQuery,
  username
} from '../mapping/readings.ts'
import { evidence, type Mapping, type SoundTable, tableWithin } from '../mapping/tables.ts'
import { appProfile } from './app-user.ts'
import { notPublicInApp } from './not-public.ts'

const appSound: SoundTable = {
  // Some tools round `id`; only texts are exact.
  sound_id: id('id_str', 'mid'),
  title: text('title'),
  author: text('author'),
  duration_seconds: int('duration'),
  is_original: flag('is_original_sound', 'is_original'),
  cover_url: asset('cover_large', 'cover_medium', 'cover_thumb'),
  play_url: asset('play_url')
}

/** A sound as the platform's app receives it. */
export const appMusic: Mapping = {
  name: 'app sound',
  accepts: 'app sounds with "owner_handle", "id_str", "title"',
  evidence: [evidence(2, 'id_str', 'title', 'author', 'play_url'), evidence(2, 'id_str', 'title', 'owner_handle')],
  sound: appSound
}

/** Size of the first image of a photo post, or else of the video. */
const imageSize = (side: 'height' | 'width') =>
  size(`image_post_info.images.0.display_image.${side}`, `images.0.${side}`, `video.${side}`)

/** Posts as the platform's app receives them, also the app in China. */
export const aweme: Mapping = {
  name: 'app post',
  accepts: 'app posts with "aweme_id"',
  evidence: [
    // Excludes live rooms among posts, whose content is in a text, and bare counts, which also have a post id.
    ...['desc', 'statistics', 'video', 'author', 'create_time'].map((key) =>
      evidence(9, 'aweme_id', key, '!rawdata', '!cell_room.rawdata')
    ),
    evidence(5, 'id', 'desc', 'statistics.aweme_id')
  ],
  post: {
    post_id: id('aweme_id', 'id'),
    created_at: moment('create_time'),
    caption: text('desc'),
    country: country('region'),
    language: language('desc_language'),
    is_ad: flag('is_ads'),
    is_private: notPublicInApp,
    plays: total('statistics.play_count'),
    likes: total('statistics.digg_count'),
    comments: total('statistics.comment_count'),
    shares: total('statistics.share_count'),
    saves: total('statistics.collect_count'),
    reposts: total('statistics.repost_count'),
    cover_url: asset(
      'image_post_info.image_post_cover.display_image',
      'image_post_info.images.0.display_image',
      'images.0',
      'video.cover',
      'video.origin_cover'
    ),
    share_url: urlWithoutQuery('share_url', 'url'),
    // In milliseconds, unlike a sound's.
    duration_seconds: milliseconds('video.duration'),
    video_height: [...imageSize('height'), ...int('video.height')],
    video_width: [...imageSize('width'), ...int('video.width')],
    author: {
      ...tableWithin('author', appProfile),
      username: [...username('author.unique_id'), ...numericUsername('author.short_id'), ...username('author')]
    },
    sound: tableWithin('music', appSound),
    place: {
      place_id: id('poi_data.poi_id', 'poi_info.poi_id'),
      name: text('poi_data.poi_name', 'poi_info.poi_name'),
      address: text('poi_data.address_info.address', 'poi_data.address', 'poi_info.address_info.address'),
      city_code: id('poi_data.address_info.city_code', 'poi_info.address_info.city_code'),
      country_code: id('poi_data.address_info.country_code', 'poi_info.address_info.country_code')
    },
    // The app in China shows no plays.
    hidesPlays: true,
    hashtags: [
      // Parts of the caption, in order and with repetitions; the list of hashtags has each only once.
      { list: 'text_extra', id: ['hashtag_id'], name: ['hashtag_name'] },
      { list: 'cha_list', id: ['cid'], name: ['cha_name'] }
    ],
    effects: [
      { list: 'sticker_detail', id: ['id', 'effect_id'], name: ['name'], icon: 'icon_url' },
      { list: 'sticker_info_list', id: ['sticker_id', 'id'], name: ['sticker_name', 'name'], icon: 'icon_url' }
    ]
  }
}
