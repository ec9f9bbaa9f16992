import type { SourceTable } from '../table.ts'

/** The platform's Research API, for approved researchers. */

const fields = [
  ...['id', 'video_description', 'create_time', 'region_code', 'username', 'music_id', 'video_duration'],
  ...['view_count', 'like_count', 'comment_count', 'share_count', 'favorites_count'],
  ...['hashtag_names', 'hashtag_info_list', 'effect_info_list']
].join()
const userFields = [
  ...['display_name', 'bio_description', 'avatar_url', 'is_verified'],
  ...['follower_count', 'following_count', 'likes_count', 'video_count']
].join()
const videos = `/v2/research/video/query/?fields=${fields}`

const is = (field_name: string, value: string) => ({ operation: 'IN', field_name, field_values: [value] })

/** A query covers at most 30 days; two years are what the guide promises. */
const window = { days: 30, back: 720 }
const pages = { next: { cursor: 'data.cursor', search_id: 'data.search_id' }, more: 'data.has_more', pageSize: 100 }
const dated = { start_date: '{start}', end_date: '{end}', max_count: '{count}' }
const cursors = { cursor: '{cursor}', search_id: '{search_id}' }

const postsBy = (query: object) =>
  ({ post: videos, body: { query, ...dated, ...cursors }, list: 'data.videos', ...pages, window }) as const
const ofUser = { next: 'data.cursor', more: 'data.has_more', pageSize: 100 } as const
const byUser = { username: '{username}', max_count: '{count}', cursor: '{cursor}' }
// Most captions contain the hashtag as a word, but not all.
const byKeyword = postsBy({ or: [is('keyword', '{keyword}'), is('hashtag_name', '{keyword}')] })

export const research: SourceTable = {
  source: 1,
  name: 'research',
  url: 'https://open.tiktokapis.com',
  auth: {
    token: '/v2/oauth/token/',
    form: {
      client_key: '{env.SOURCE_CLIENT_KEY}',
      client_secret: '{env.SOURCE_CLIENT_SECRET}',
      grant_type: 'client_credentials'
    }
  },
  budget: { calls: 1_000, per: 'day', resets: '00:00Z', reserve: '10%' },
  errors: {
    path: 'error.code',
    ok: 'ok',
    notFound: ['invalid_params'],
    limited: ['rate_limit_exceeded'],
    exhausted: ['daily_quota_limit_exceeded'],
    credentials: ['access_token_invalid', 'scope_not_authorized']
  },
  // Terms of the API: refresh at least every 15 days, and delete records that are gone.
  keep: '15d',
  redistribution: false,
  operations: {
    getUser: {
      post: `/v2/research/user/info/?fields=${userFields}`,
      body: { username: '{username}' },
      record: 'data',
      set: { username: '{username}' }
    },
    listUserPosts: postsBy({ and: [is('username', '{username}')] }),
    listUserReposts: {
      post: `/v2/research/user/reposted_videos/?fields=${fields}`,
      body: byUser,
      list: 'data.reposted_videos',
      ...ofUser
    },
    listUserFollowers: { post: '/v2/research/user/followers/', body: byUser, list: 'data.user_followers', ...ofUser },
    getPost: {
      post: videos,
      body: {
        query: { and: [is('video_id', '{videoId}')] },
        ...{ start_date: '{day}', end_date: '{nextDay}', max_count: 1 }
      },
      list: 'data.videos'
    },
    listSoundPosts: postsBy({ and: [is('music_id', '{soundId}')] }),
    search: byKeyword,
    searchVideos: byKeyword,
    listChallengePosts: postsBy({ and: [is('hashtag_name', '{hashtagName}')] }),
    getCollection: {
      post: '/v2/research/playlist/info/?fields=playlist_id,playlist_name,playlist_item_total',
      body: { playlist_id: '{collectionId}' },
      record: 'data'
    },
    listCollectionPosts: {
      post: '/v2/research/playlist/info/?fields=playlist_id,playlist_video_ids',
      body: { playlist_id: '{collectionId}', cursor: '{cursor}' },
      ids: 'data.playlist_video_ids',
      next: 'data.cursor',
      more: 'data.has_more'
    }
  }
}
