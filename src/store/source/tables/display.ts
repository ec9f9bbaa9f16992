import type { SourceTable } from '../table.ts'

/** The platform's Display API, which covers only the account that gave the token. */

const fields = [
  ...['id', 'title', 'video_description', 'create_time', 'duration', 'height', 'width'],
  ...['cover_image_url', 'share_url', 'embed_link', 'view_count', 'like_count', 'comment_count', 'share_count']
].join()
const userFields = [
  ...['open_id', 'username', 'display_name', 'avatar_url', 'bio_description', 'is_verified', 'profile_web_link'],
  ...['follower_count', 'following_count', 'likes_count', 'video_count']
].join()

export const display: SourceTable = {
  source: 1,
  name: 'display',
  url: 'https://open.tiktokapis.com',
  auth: { header: 'authorization', value: 'Bearer {env.SOURCE_KEY}' },
  budget: { calls: 600, per: 'minute' },
  errors: {
    path: 'error.code',
    ok: 'ok',
    limited: ['rate_limit_exceeded'],
    credentials: ['access_token_invalid', 'scope_not_authorized', 'scope_permission_missed']
  },
  keep: '15d',
  lookups: { ownUsername: { get: '/v2/user/info/?fields=username', value: 'data.user.username' } },
  operations: {
    getUser: {
      get: `/v2/user/info/?fields=${userFields}`,
      record: 'data.user',
      only: { username: '{ownUsername}' }
    },
    listUserPosts: {
      post: `/v2/video/list/?fields=${fields}`,
      body: { max_count: '{count}', cursor: '{cursor}' },
      list: 'data.videos',
      next: 'data.cursor',
      more: 'data.has_more',
      pageSize: 20,
      only: { username: '{ownUsername}' }
    },
    getPost: {
      post: `/v2/video/query/?fields=${fields}`,
      body: { filters: { video_ids: ['{videoId}'] } },
      list: 'data.videos'
    }
  }
}
