import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVendor, type Vendor } from './fake-vendor.ts'
import { type SourceServer, startOverSource } from './source-server.ts'
import { type Endpoint, endpointsOf, isVendorMissing } from './vendor-endpoints.ts'

const sellerKey = 'a-key-of-the-seller'

/** An API of a seller of data as it documents it: every operation that its addresses can answer. */
const tableAt = (url: string) => ({
  source: 1,
  name: 'seller',
  url,
  auth: { header: 'x-api-key', value: '{env.SOURCE_KEY}' },
  operations: {
    getUser: { get: '/v1/tiktok/profile?handle={username}' },
    getUserById: { get: '/v1/tiktok/profile?user_id={userId}' },
    listUserPosts: {
      get: '/v3/tiktok/profile/videos?handle={username}&max_cursor={cursor}',
      list: 'aweme_list',
      next: 'max_cursor',
      more: 'has_more'
    },
    listUserFollowers: {
      get: '/v1/tiktok/user/followers?handle={username}&min_time={cursor}',
      list: 'followers',
      next: 'min_time',
      more: 'has_more',
      total: 'total'
    },
    getPost: { get: '/v2/tiktok/video?url=https://www.tiktok.com/@_/video/{videoId}', record: 'aweme_detail' },
    getSound: { get: '/v1/tiktok/song?clipId={soundId}', record: 'music_info' },
    listSoundPosts: {
      get: '/v1/tiktok/song/videos?clipId={soundId}&cursor={cursor}',
      list: 'aweme_list',
      next: 'cursor',
      more: 'has_more'
    },
    search: { get: '/v1/tiktok/search/top?query={keyword}&cursor={cursor}', list: 'items', next: 'cursor' },
    searchVideos: {
      get: '/v1/tiktok/search/keyword?query={keyword}&cursor={cursor}',
      list: 'search_item_list',
      next: 'cursor'
    },
    searchUsers: { get: '/v1/tiktok/search/users?query={keyword}&cursor={cursor}', list: 'users', next: 'cursor' },
    suggest: { get: '/v1/tiktok/search/suggestions?query={keyword}', list: 'suggestions' },
    getLiveStatus: { get: '/v1/tiktok/user/live?handle={username}' },
    listCollectionPosts: {
      get: '/v1/tiktok/collection/videos?url=https://www.tiktok.com/@_/collection/_-{collectionId}&cursor={cursor}',
      list: 'videos',
      next: 'max_cursor',
      more: 'has_more'
    },
    listChallengePosts: {
      get: '/v1/tiktok/search/hashtag?hashtag={hashtagName}&cursor={cursor}',
      list: 'aweme_list',
      next: 'cursor',
      more: 'has_more'
    }
  }
})

/** Answers documented addresses with the documented answers, and no others; further pages have nothing. */
const startSeller = async (endpoints: readonly Endpoint[]): Promise<Vendor> =>
  startVendor(({ path, query, headers }) => {
    const failed = (status: number, error: string) => ({ status, text: JSON.stringify({ success: false, error }) })
    const endpoint = endpoints.find((each) => each.path === path)
    if (headers['x-api-key'] !== sellerKey) return failed(401, 'key')
    if (endpoint === undefined) return failed(404, 'path')
    const { params, sampleResponse } = endpoint
    const isKnown = (name: string) => params.some((param) => param.name === name)
    if (![...query.keys()].every(isKnown)) return failed(400, 'parameter')
    if (params.some(({ name, required }) => required === true && !query.has(name))) return failed(400, 'missing')
    if ([...query.values()].some((value) => value.includes('nobody'))) return failed(404, 'nobody')
    const isFurther = ['cursor', 'max_cursor', 'min_time'].some((name) => query.has(name))
    if (!isFurther) return { text: JSON.stringify(sampleResponse) }
    const empty = Object.entries(Object(sampleResponse)).map(([key, value]) => [key, Array.isArray(value) ? [] : value])
    return { text: JSON.stringify({ ...Object.fromEntries(empty), has_more: 0 }) }
  })

describe.skipIf(isVendorMissing)('an API that a seller of data documents, over one table', () => {
  let seller: Vendor
  let server: SourceServer
  let endpoints: readonly Endpoint[]
  beforeAll(async () => {
    endpoints = await endpointsOf('tiktok-apis.js')
    seller = await startSeller(endpoints)
    server = await startOverSource(tableAt(seller.url), { SOURCE_KEY: sellerKey })
  })
  afterAll(async () => {
    await server.close()
    await seller.close()
  })

  /** A text of a documented answer: names of others stay in the package. */
  const keyAt = (path: string, ...keys: readonly string[]): string => {
    let value = endpoints.find((each) => each.path === path)?.sampleResponse
    for (const key of keys) value = Object(value)[key]
    return String(value)
  }
  const handle = () => keyAt('/v1/tiktok/profile', 'user', 'uniqueId')

  test.each<[string, () => string, unknown]>([
    [
      'getUser',
      () => `/users/${handle()}`,
      { followers: 4_100_000, following: 74, total_likes: 190_400_000, total_videos: 2017 }
    ],
    [
      'getUserById',
      () => `/users/by-id/${keyAt('/v1/tiktok/profile', 'user', 'id')}`,
      { followers: 4_100_000, following: 74, total_videos: 2017 }
    ],
    [
      'listUserPosts',
      () => `/users/${handle()}/posts`,
      [{ plays: 141_567, likes: 18_651, comments: 152, shares: 237, saves: 274, duration_seconds: 89 }]
    ],
    ['listUserFollowers', () => `/users/${handle()}/followers`, [{ followers: 0, following: 5 }]],
    [
      'getPost',
      () => `/posts?videoId=${keyAt('/v2/tiktok/video', 'aweme_detail', 'aweme_id')}`,
      { plays: 355_687, likes: 44_855, comments: 270, shares: 3100, saves: 980, created_at: 1_737_673_396 }
    ],
    [
      'getSound',
      () => `/sounds/${keyAt('/v1/tiktok/song', 'music_info', 'id_str')}`,
      { duration_seconds: 60, is_original: false }
    ],
    [
      'listSoundPosts',
      () => `/sounds/${keyAt('/v1/tiktok/song/videos', 'aweme_list', '0', 'music', 'id_str')}/posts`,
      [{ plays: 2_932_976, likes: 197_747, comments: 347, shares: 26_467, saves: 10_436, duration_seconds: 9 }]
    ],
    [
      'search',
      () => '/search?keyword=any',
      [
        { plays: 2_674_660, likes: 570_679, comments: 2555, shares: 146_329, created_at: 1_774_326_345 },
        { plays: 1383, likes: 45, comments: 4, shares: 6, saves: 3 }
      ]
    ],
    ['searchVideos', () => '/search/videos?keyword=any', [{ plays: 31_677, likes: 355, comments: 5, shares: 22 }]],
    ['searchUsers', () => '/search/users?keyword=any', [{ followers: 32_691_341 }]],
    ['suggest', () => '/search/suggest?keyword=dogs', expect.arrayContaining(['dogs cute', 'dogs season'])],
    [
      'getLiveStatus',
      () => `/live/${keyAt('/v1/tiktok/user/live', 'liveRoomUserInfo', 'uniqueId')}/alive`,
      { is_alive: true }
    ],
    [
      'listCollectionPosts',
      () => `/collections/${keyAt('/v1/tiktok/collection/videos', 'collection_id')}/posts`,
      [{ plays: 865_200, likes: 113_000, comments: 359, shares: 15_700, saves: 18_900 }]
    ],
    ['getCreatorScorecard', () => `/intelligence/creator/${handle()}`, { profile: { username: expect.any(String) } }]
  ])('has what its documented answers have: %s', async (_, path, data) => {
    const { status, body } = await server.get(`/api/v1${path()}`)
    expect({ status, error: body.error, data: body.data }).toMatchObject({ status: 200, error: null, data })
  })

  test('has posts of a hashtag by its name', async () => {
    const name = keyAt('/v1/tiktok/search/hashtag', 'aweme_list', '0', 'text_extra', '0', 'hashtag_name')
    const { data, errors } = await server.query<{ hashtag: { posts: { nodes: unknown[] } } }>(
      'query ($name: String!) { hashtag(by: {name: $name}) { posts(first: 5) { nodes { plays likes comments saves } } } }',
      { name }
    )
    expect(errors).toBeUndefined()
    expect(data?.hashtag.posts.nodes).toMatchObject([
      { plays: 852_942_803, likes: 68_933_772, comments: 2_901_351, saves: 4_220_877 }
    ])
  })

  test('says what is not there, and what the seller has no address for', async () => {
    expect((await server.get('/api/v1/users/nobody')).body.error?.code).toBe('NOT_FOUND')
    const { body } = await server.get('/api/v1/effects/5')
    expect(body.error?.code).toBe('UNSUPPORTED')
  })
})
