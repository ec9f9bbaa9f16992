import type { Collection } from '../../records/collection.ts'
import type { Effect } from '../../records/effect.ts'
import { type LiveRoom, type LiveSearchResult, liveStatuses } from '../../records/live-room.ts'
import type { Place } from '../../records/place.ts'
import type { HashtagUse, Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { Row } from './database.ts'

/**
 * From rows to records. Each SELECT list stands beside the function that reads it; keys are set in the order of the
 * record's schema, which is the order clients see.
 */

const text = (value: Row[string] | undefined): string => String(value ?? '')
const textOrNull = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null)
const number = (value: Row[string] | undefined): number => Number(value ?? 0)
const flag = (value: Row[string] | undefined): boolean => value === 1

/** Addresses that begin with / are this server's own. */
const address = (value: Row[string] | undefined, base: string): string | null => {
  if (typeof value !== 'string') return null
  return value.startsWith('/') ? base + value : value
}

export const postColumns = `p.pk, p.post_id, p.caption, p.created_at, p.is_ad, p.plays, p.likes, p.comments, p.shares,
  p.saves, p.reposts, p.cover_url, p.share_url, s.sound_id, s.title AS sound_title, s.author AS sound_author,
  s.is_original, p.hashtags, u.username, u.display_name, u.verified, u.avatar_thumb_url, p.duration_seconds,
  p.video_height, p.video_width`
export const postJoins = 'LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk'

export const readPost = (row: Row, base: string): Post => ({
  post_id: text(row.post_id),
  caption: textOrNull(row.caption),
  created_at: number(row.created_at),
  is_ad: flag(row.is_ad),
  plays: number(row.plays),
  likes: number(row.likes),
  comments: number(row.comments),
  shares: number(row.shares),
  saves: number(row.saves),
  reposts: number(row.reposts),
  cover_url: address(row.cover_url, base),
  share_url: textOrNull(row.share_url),
  sound_id: textOrNull(row.sound_id),
  sound_title: textOrNull(row.sound_title),
  sound_author: textOrNull(row.sound_author),
  sound_is_original: flag(row.is_original),
  // Written by the data set's own writer in this very shape.
  hashtags: JSON.parse(text(row.hashtags)) as HashtagUse[],
  author_username: textOrNull(row.username),
  author_display_name: textOrNull(row.display_name),
  author_verified: flag(row.verified),
  author_avatar_url: address(row.avatar_thumb_url, base),
  duration_seconds: number(row.duration_seconds),
  video_height: number(row.video_height),
  video_width: number(row.video_width)
})

export const userColumns = `u.pk, u.user_id, u.username, u.display_name, u.website_url, u.followers, u.following,
  u.total_likes, u.total_videos, u.verified, u.is_private, u.bio, u.avatar_url, u.avatar_thumb_url`

export const readUser = (row: Row, base: string): UserProfile => ({
  user_id: text(row.user_id),
  username: text(row.username),
  display_name: text(row.display_name),
  website_url: textOrNull(row.website_url),
  followers: number(row.followers),
  following: number(row.following),
  total_likes: number(row.total_likes),
  total_videos: number(row.total_videos),
  verified: flag(row.verified),
  is_private: flag(row.is_private),
  bio: textOrNull(row.bio),
  avatar_url: address(row.avatar_url, base),
  avatar_thumb_url: address(row.avatar_thumb_url, base)
})

export const soundColumns = `s.pk, s.sound_id, s.title, s.author, s.duration_seconds, s.is_original, s.is_copyrighted,
  s.posts_count, s.cover_url, s.play_url`

export const readSound = (row: Row, base: string): Sound => ({
  sound_id: text(row.sound_id),
  // Titles and names of things are never null, and an import may lack them.
  title: textOrNull(row.title) ?? 'Untitled',
  author: textOrNull(row.author) ?? 'Unknown',
  duration_seconds: number(row.duration_seconds),
  is_original: flag(row.is_original),
  is_copyrighted: flag(row.is_copyrighted),
  posts_count: number(row.posts_count),
  cover_url: address(row.cover_url, base),
  play_url: address(row.play_url, base)
})

export const liveColumns = `l.pk, l.room_id, l.title, l.status, l.viewer_count, l.like_count, l.cover_url, u.username,
  u.display_name, u.avatar_url`
export const liveJoins = 'JOIN users u ON u.pk = l.user_pk'

const streamer = (row: Row, base: string) => ({
  username: text(row.username),
  display_name: text(row.display_name),
  avatar_url: address(row.avatar_url, base)
})

export const readLiveRoom = (row: Row, base: string): LiveRoom => ({
  room_id: text(row.room_id),
  title: text(row.title),
  status: number(row.status),
  viewer_count: number(row.viewer_count),
  like_count: number(row.like_count),
  is_live: row.status === liveStatuses.live,
  streamer: streamer(row, base)
})

export const readLiveSearchResult = (row: Row, base: string): LiveSearchResult => ({
  room_id: text(row.room_id),
  title: text(row.title),
  status: number(row.status),
  is_live: row.status === liveStatuses.live,
  viewer_count: number(row.viewer_count),
  cover_url: address(row.cover_url, base),
  streamer: streamer(row, base)
})

export const readCollection = (row: Row, base: string): Collection => ({
  collection_id: text(row.collection_id),
  name: text(row.name),
  posts_count: number(row.posts_count),
  cover_url: address(row.cover_url, base)
})

export const readEffect = (row: Row, base: string): Effect => ({
  effect_id: text(row.effect_id),
  name: text(row.name),
  publish_time: number(row.publish_time),
  // Written by the data set's own writer as an array of strings.
  tags: JSON.parse(text(row.tags)) as string[],
  user_count: number(row.user_count),
  icon_url: address(row.icon_url, base)
})

export const readPlace = (row: Row): Place => ({
  place_id: text(row.place_id),
  name: text(row.name),
  address: textOrNull(row.address),
  city_code: textOrNull(row.city_code),
  country_code: text(row.country_code),
  posts_count: number(row.posts_count)
})
