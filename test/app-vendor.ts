import { startVendor, type VendorCall, type VendorScript } from './fake-vendor.ts'

/** A vendor that gives what the platform's app receives, with a key in a header. Everything in it is invented. */

export const vendorKey = 'a-vendor-key-of-secrets'
const begun = 1_750_000_000

/** Longer than JSON's own integers. */
const idOf = (at: number): bigint => (BigInt(begun - at * 3_600) << 32n) + BigInt(at)

export const appPost = (at: number, handle = 'oak_bench') =>
  `{"aweme_id":${idOf(at)},"desc":"plank ${at} #wood","create_time":${begun - at * 3_600},
    "author":{"uid":"6900000000000000001","unique_id":"${handle}","nickname":"Oak"},
    "music":{"id":${7_100_000_000_000_000_000n + BigInt(at)},"id_str":"${7_100_000_000_000_000_000n + BigInt(at)}","title":"saw","author":"Oak"},
    "cha_list":[{"cid":"4711","cha_name":"wood"}],
    "statistics":{"play_count":${1_000 + at},"digg_count":${100 + at},"comment_count":3,"share_count":2,"collect_count":1}}`

export const postIds = (count: number): string[] => Array.from({ length: count }, (_, at) => String(idOf(at)))

const user = (handle: string) =>
  `{"user":{"uid":"6900000000000000001","unique_id":"${handle}","nickname":"Oak","follower_count":1024,"following_count":12,"total_favorited":5555,"signature":"doors"}}`

export const failed = (code: string, status = 200) => ({
  status,
  text: `{"error":{"code":"${code}","message":"secret words"}}`
})

const pageSize = 30

/** `posts`: of the only account that it knows. */
export const appScript =
  (posts: number): VendorScript =>
  ({ path, query, headers }: VendorCall) => {
    if (headers['x-api-key'] !== vendorKey) return failed('unauthorized', 401)
    if (query.get('handle') !== 'oak_bench') return failed('not_found')
    if (path === '/v1/profile') return { text: user('oak_bench') }
    if (path !== '/v1/videos') return { status: 404, text: '{}' }
    const from = Number(query.get('max_cursor') ?? 0)
    const list = Array.from({ length: Math.min(pageSize, posts - from) }, (_, at) => appPost(from + at))
    return {
      text: `{"aweme_list":[${list}],"max_cursor":${from + list.length},"has_more":${from + list.length < posts ? 1 : 0}}`
    }
  }

export const startAppVendor = (posts = 70) => startVendor(appScript(posts))

export const appTable = (url: string, more: object = {}) => ({
  source: 1,
  name: 'example',
  url,
  auth: { header: 'x-api-key', value: '{env.SOURCE_KEY}' },
  errors: { path: 'error.code', ok: 'ok', notFound: ['not_found'] },
  operations: {
    getUser: { get: '/v1/profile?handle={username}', record: 'user' },
    listUserPosts: {
      get: '/v1/videos?handle={username}&max_cursor={cursor}',
      list: 'aweme_list',
      next: 'max_cursor',
      more: 'has_more'
    }
  },
  ...more
})
