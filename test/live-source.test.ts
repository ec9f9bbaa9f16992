import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../src/records/post.ts'
import { appShapedTable, keys, startAppShaped } from './app-shaped-vendor.ts'
import { appTable, postIds, startAppVendor, vendorKey } from './app-vendor.ts'
import { startVendor, type Vendor } from './fake-vendor.ts'
import { isLeftOut } from './ignored-terms.ts'
import { hasRedisServer, openRedis, startRedis } from './own-redis.ts'
import { researchEnv, startResearch } from './research-vendor.ts'
import type { GraphQLAnswer } from './server.ts'
import { type SourceServer, startOverSource } from './source-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-live-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const historyIn = () => {
  files += 1
  return {
    config: { history: { path: join(folder, `${files}.db`), maxBytes: 2 ** 24, maxDays: 400, movedFrom: null } }
  }
}

describe('a server over a live source', () => {
  let vendor: Vendor
  let server: SourceServer
  beforeAll(async () => {
    vendor = await startAppVendor()
    server = await startOverSource(appTable(vendor.url), { SOURCE_KEY: vendorKey })
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('answers REST with records of the contract', async () => {
    const { status, body } = await server.get('/api/v1/users/oak_bench')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      user_id: '6900000000000000001',
      username: 'oak_bench',
      followers: 1024,
      bio: 'doors'
    })
  })

  test('makes a call once for all who need it at a time', async () => {
    const counts = [3, 5, 11]
    vendor.calls.length = 0
    const own = await startOverSource(appTable(vendor.url), { SOURCE_KEY: vendorKey })
    const pages = await Promise.all(counts.map((count) => own.get(`/api/v1/users/oak_bench/posts?count=${count}`)))
    await own.close()
    expect(pages.map(({ body }) => (body.data as Post[]).length)).toEqual(counts)
    expect(vendor.calls).toHaveLength(1)
  })

  test('answers a nested query of the graph, and says what its records never have', async () => {
    const { data, errors } = await server.query<{
      user: {
        displayName: string
        posts: { edges: { node: { postId: string; plays: number; missingFields: string[] } }[] }
      }
    }>(
      '{ user(by: {username: "oak_bench"}) { displayName posts(first: 2) { edges { node { postId plays reposts missingFields } } } } }'
    )
    expect(errors).toBeUndefined()
    expect(data?.user.posts.edges.map(({ node }) => node)).toMatchObject([
      { postId: postIds(2)[0], plays: 1000, reposts: null, missingFields: expect.arrayContaining(['REPOSTS']) },
      { postId: postIds(2)[1], plays: 1001 }
    ])
  })

  test('computes a scorecard', async () => {
    const { status, body } = await server.get<{ intelligence: { posts_analyzed: number } }>(
      '/api/v1/intelligence/creator/oak_bench'
    )
    expect(status).toBe(200)
    expect(body.data.intelligence.posts_analyzed).toBe(30)
  })

  test('finds nothing where the source has nothing', async () => {
    expect(await server.get('/api/v1/users/nobody')).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } }
    })
    expect((await server.get('/api/v1/users/nobody/posts')).status).toBe(404)
  })

  test('says what the source lacks, and what it has instead', async () => {
    const { status, body } = await server.get('/api/v1/users/oak_bench/followers')
    expect(status).toBe(501)
    expect(body.error).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(
        /The source example has no listUserFollowers: for username it offers getUser and listUserPosts/
      )
    })
    const { data, errors } = await server.query(
      '{ user(by: {username: "oak_bench"}) { username followers(first: 2) { totalCount } } }'
    )
    expect(data).toMatchObject({ user: { username: 'oak_bench', followers: null } })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'UNSUPPORTED' }, path: ['user', 'followers'] })
  })
})

test('a live source has no title for a sound that has none', async () => {
  const shaped = await startAppShaped()
  const server = await startOverSource(appShapedTable(shaped.url), { SOURCE_KEY: vendorKey })
  const { data, errors } = await server.query(
    `{ sound(soundId: "${keys.soundId}") { title author postsCount missingFields } }`
  )
  const { body } = await server.get(`/api/v1/sounds/${keys.soundId}`)
  await server.close()
  await shaped.close()
  expect(errors).toBeUndefined()
  expect(data?.sound).toMatchObject({
    ...{ title: null, author: 'Oak', postsCount: null },
    missingFields: expect.arrayContaining(['TITLE', 'POSTS_COUNT'])
  })
  expect(body.data).toMatchObject({ title: '', author: 'Oak' })
})

type Followers = {
  user: { followers: { nodes: { username: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
}

test('what a live source does not say of posts, rooms, effects, places and collections is unknown', async () => {
  const vendor = await startVendor(({ path, query }) => {
    const id = query.get('id')
    if (path === '/post')
      return {
        text: `{"aweme_id":"${id}","desc":"plank","author":{"uid":"1","unique_id":"oak_bench"},"statistics":{"play_count":5}}`
      }
    if (path === '/room')
      return { text: `{"room_id":"${id}","status":2,"viewer_count":3,"owner":{"username":"oak_bench"}}` }
    if (path === '/place') return { text: `{"place_id":"${id}","name":"Harbour"}` }
    if (path === '/collection') return { text: `{"collection_id":"${id}","name":"Best of"}` }
    return { text: `{"effect_id":"${id}","name":"Sparkle"}` }
  })
  const of = (path: string) => ({ get: `/${path}` })
  const table = appTable(vendor.url, {
    errors: undefined,
    operations: {
      getPost: of('post?id={videoId}'),
      getLiveRoom: of('room?id={roomId}'),
      getEffect: of('effect?id={effectId}'),
      getPlace: of('place?id={placeId}'),
      getCollection: of('collection?id={collectionId}')
    }
  })
  const server = await startOverSource(table, { SOURCE_KEY: vendorKey }, { config: { publicPreviews: true } })
  const { data, errors } = await server.query(`{
    post(by: { postId: "${postIds(1)[0]}" }) { createdAt missingFields }
    liveRoom(roomId: "1") { viewerCount streamer { username displayName } }
    effect(effectId: "1") { name publishTime tags missingFields }
    place(placeId: "1") { name postsCount }
    collection(collectionId: "1") { name postsCount }
  }`)
  const page = await (await fetch(`${server.url}/?collection=1`)).text()
  await server.close()
  await vendor.close()
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    post: { createdAt: '2025-06-15T15:06:40.000Z', missingFields: expect.arrayContaining(['CREATED_AT']) },
    liveRoom: { viewerCount: 3, streamer: { username: 'oak_bench', displayName: null } },
    effect: { name: 'Sparkle', publishTime: null, tags: [], missingFields: ['PUBLISH_TIME', 'USER_COUNT'] },
    place: { name: 'Harbour', postsCount: null },
    collection: { name: 'Best of', postsCount: null }
  })
  expect(page).toContain('A collection of posts.')
})

describe('followers of a source whose pages are longer than those of a client', () => {
  let shaped: Awaited<ReturnType<typeof startAppShaped>>
  beforeAll(async () => {
    shaped = await startAppShaped()
  })
  afterAll(() => shaped.close())
  const all = Array.from({ length: 70 }, (_, at) => `fan${at}`)

  test.each([7, 20, 30, 45, 100])('come %i at once at most, each of them once', async (count) => {
    const server = await startOverSource(appShapedTable(shaped.url), { SOURCE_KEY: vendorKey })
    const calls = shaped.calls.length
    const names: string[] = []
    for (let time: unknown = 0; time !== null && names.length <= all.length; ) {
      const { body } = await server.get<{ username: string }[]>(
        `/api/v1/users/oak_bench/followers?count=${count}&max_time=${time}`
      )
      expect(body.error).toBeNull()
      expect(body.data.length).toBeLessThanOrEqual(count)
      names.push(...body.data.map(({ username }) => username))
      time = body.pagination?.has_more === true ? body.pagination.next_max_time : null
    }
    await server.close()
    expect(names).toEqual(all)
    // The source has them in three pages.
    expect(shaped.calls.length - calls).toBe(3)
  })

  test('come all of them, also by pages of a thousand', async () => {
    const begun = 1_759_999_999
    const names = Array.from({ length: 2_000 }, (_, at) => `fan${at}`)
    const vendor = await startVendor(({ query }) => {
      const from = begun - Number(query.get('from') ?? begun)
      const fans = names.slice(from, from + 1_000).map((name, at) => `{"uid":"${from + at + 1}","unique_id":"${name}"}`)
      return { text: `{"fans":[${fans}],"next":${begun - from - 1_000},"more":${from === 0}}` }
    })
    const listUserFollowers = { get: '/fans?from={cursor}', list: 'fans', next: 'next', more: 'more' }
    const table = appTable(vendor.url, { operations: { listUserFollowers } })
    const server = await startOverSource(table, { SOURCE_KEY: vendorKey })
    const found: string[] = []
    for (let time: unknown = 0; time !== null; ) {
      const { body } = await server.get<{ username: string }[]>(
        `/api/v1/users/oak_bench/followers?count=95&max_time=${time}`
      )
      expect(body.error).toBeNull()
      found.push(...body.data.map(({ username }) => username))
      time = body.pagination?.has_more === true ? body.pagination.next_max_time : null
    }
    await server.close()
    await vendor.close()
    expect(found).toEqual(names)
    expect(vendor.calls).toHaveLength(2)
  })

  test('end by REST with the first page where no time leads on, and go on by the graph', async () => {
    const vendor = await startVendor(({ query }) => {
      const at = Number(query.get('from')?.slice(1) ?? 0)
      const fan = `{"uid":"${at + 1}","unique_id":"fan${at}"}`
      return {
        text: `{"user":{"uid":"9","unique_id":"oak_bench"},"fans":[${fan}],"next":"c${at + 1}","more":${at < 2}}`
      }
    })
    const table = appTable(vendor.url, {
      operations: {
        ...appTable('').operations,
        listUserFollowers: { get: '/fans?from={cursor}', list: 'fans', next: 'next', more: 'more' }
      }
    })
    const server = await startOverSource(table, { SOURCE_KEY: vendorKey })
    const { body } = await server.get('/api/v1/users/oak_bench/followers')
    const names: string[] = []
    let after: string | null = null
    do {
      const { data }: GraphQLAnswer<Followers> = await server.query<Followers>(
        'query ($after: String) { user(by: {username: "oak_bench"}) { followers(first: 1, after: $after) { nodes { username } pageInfo { hasNextPage endCursor } } } }',
        { after }
      )
      const { nodes, pageInfo }: Followers['user']['followers'] =
        data?.user.followers ?? expect.fail('there are followers')
      names.push(...nodes.map(({ username }) => username))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    await server.close()
    await vendor.close()
    expect(body.pagination).toMatchObject({ has_more: false })
    expect(names).toEqual(['fan0', 'fan1', 'fan2'])
  })

  test('go on where REST stopped after a restart, and by the times of the source', async () => {
    type Page = { username: string }[]
    const path = '/api/v1/users/oak_bench/followers?count=20&max_time='
    const first = await startOverSource(appShapedTable(shaped.url), { SOURCE_KEY: vendorKey })
    const { body } = await first.get<Page>(`${path}0`)
    await first.close()
    const second = await startOverSource(appShapedTable(shaped.url), { SOURCE_KEY: vendorKey })
    const next = await second.get<Page>(`${path}${body.pagination?.next_max_time}`)
    const ofSource = await second.get<Page>(`${path}1759998200`)
    await second.close()
    expect(next.body.data.map(({ username }) => username)).toEqual(all.slice(20, 30))
    expect(ofSource.body.data.map(({ username }) => username)).toEqual(all.slice(30, 50))
  })
})

const hasNoRedis = isLeftOut(hasRedisServer(), 'what calls need over restarts, as there is no redis-server to start')

describe.skipIf(hasNoRedis)('what calls of a live source need, in a cache that lasts', () => {
  // What servers share is that of one table.
  const tables = join(folder, 'tables')
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    mkdirSync(tables)
    redis = await startRedis()
  })
  afterAll(() => redis.close())
  const start = async (table: string | object, env: Readonly<Record<string, string>>) => {
    const config = { cache: { kind: 'redis', url: redis.url } } as const
    const server = await startOverSource(table, env, { folder: tables, config })
    // The connection is there a moment later.
    await expect
      .poll(async () => {
        await server.get('/api/v1/users/nobody')
        return (await fetch(`${server.url}/metrics`)).text()
      })
      .toMatch(/shared_cache_operations_total\{outcome="ok"\} [1-9]/)
    return server
  }

  test('is not asked for again', async () => {
    const shaped = await startAppShaped()
    const profiles = () => shaped.calls.filter(({ query }) => query.get('handle') === 'oak_bench').length
    for (const count of [10, 20]) {
      const server = await start(appShapedTable(shaped.url), { SOURCE_KEY: vendorKey })
      expect((await server.get<unknown[]>(`/api/v1/users/oak_bench/posts?count=${count}`)).body.data).toHaveLength(
        count
      )
      await server.close()
    }
    await shaped.close()
    expect(profiles()).toBe(1)
  })

  test('is that of another account with another key, as is all else that was read', async () => {
    const vendor = await startVendor(({ headers }) => {
      const own = headers['x-api-key'] === 'key-of-oak' ? 'oak' : 'elm'
      return { text: `{"user":{"uid":"1","unique_id":"${own}","nickname":"${own}"}}` }
    })
    const getUser = { get: '/me?fields=all', record: 'user', only: { username: '{own}' } }
    const lookups = { own: { get: '/me', value: 'user.unique_id' } }
    const table = appTable(vendor.url, { lookups, operations: { getUser } })
    const seen: Record<string, readonly number[]> = {}
    for (const key of ['key-of-oak', 'key-of-elm']) {
      const server = await start(table, { SOURCE_KEY: key })
      const found = await Promise.all(['oak', 'elm'].map((name) => server.get(`/api/v1/users/${name}`)))
      seen[key] = found.map(({ status }) => status)
      await server.close()
    }
    await vendor.close()
    expect(seen).toEqual({ 'key-of-oak': [200, 404], 'key-of-elm': [404, 200] })
  })

  test('is let go where the server cannot start', async () => {
    const table = appTable('http://127.0.0.1:1', { keep: '7d', budget: { calls: 9, per: 'day' } })
    const config = { ...historyIn().config, cache: { kind: 'redis', url: redis.url } } as const
    await expect(startOverSource(table, { SOURCE_KEY: vendorKey }, { config })).rejects.toThrow('HISTORY')
    const client = await openRedis(redis.url)
    await expect.poll(() => client.clientList()).toHaveLength(1)
    client.destroy()
  })

  test('says to every server what a hashtag is called that one has read', async () => {
    const research = await startResearch()
    const env = { ...researchEnv, SOURCE_URL: research.url }
    const first = await start('research', env)
    expect((await first.get('/api/v1/challenges/4711/posts')).status).toBe(501)
    expect((await first.get('/api/v1/users/oak_bench/posts?count=1')).status).toBe(200)
    const second = await start('research', env)
    // Nobody waits for what is written to Redis.
    await expect
      .poll(async () => (await second.get<Post[]>('/api/v1/challenges/4711/posts?count=2')).body.data)
      .toMatchObject([{ post_id: research.ids[0] }, { post_id: research.ids[1] }])
    await Promise.all([first.close(), second.close()])
    await research.close()
  })
})

describe('a live source over which counts are recorded', () => {
  test('has rounded counts in histories as the intervals that they stand for', async () => {
    const vendor = await startVendor(({ path }) => ({
      text:
        path === '/v1/profile'
          ? '{"error":{"code":"ok"},"user":{"uid":"1","unique_id":"oak_bench","follower_count":"1.2M","following_count":7}}'
          : `{"error":{"code":"ok"},"aweme_list":[{"aweme_id":"7300000000000000001","create_time":1700000000,
              "author":{"uid":"1","unique_id":"oak_bench"},"statistics":{"play_count":"3.4K","digg_count":12}}]}`
    }))
    const recorded = { ...historyIn(), now: () => 1_780_000_000_000 }
    for (const _ of ['waiting', 'written']) {
      const server = await startOverSource(appTable(vendor.url), { SOURCE_KEY: vendorKey }, recorded)
      await server.get('/api/v1/users/oak_bench')
      await server.get('/api/v1/users/oak_bench/posts')
      const { data } = await server.query(`{ user(by: { username: "oak_bench" }) {
        history { followers { value low high } followingCount: following { value low high } }
        posts(first: 1) { nodes { history { plays { low high } likes { low high } } } } } }`)
      await server.close()
      expect(data).toEqual({
        user: {
          history: [
            {
              followers: { value: 1_200_000, low: 1_150_000, high: 1_299_999 },
              followingCount: { value: 7, low: 7, high: 7 }
            }
          ],
          posts: { nodes: [{ history: [{ plays: { low: 3_350, high: 3_499 }, likes: { low: 12, high: 12 } }] }] }
        }
      })
    }
    await vendor.close()
  })

  test('has unknown counts in histories as unknown, and others as they were given', async () => {
    const vendor = await startAppVendor(1)
    const recorded = { ...historyIn(), now: () => 1_780_000_000_000 }
    // The second one reads what the first has written.
    for (const _ of ['waiting', 'written']) {
      const server = await startOverSource(appTable(vendor.url), { SOURCE_KEY: vendorKey }, recorded)
      await server.get('/api/v1/users/oak_bench/posts')
      await server.get('/api/v1/users/oak_bench')
      const { data, errors } = await server.query(
        `{ user(by: { username: "oak_bench" }) { history { followers { value } totalVideos { value } }
          posts(first: 1) { nodes { history { plays { value } likes { value } reposts { value } } } } } }`
      )
      await server.close()
      expect(errors).toBeUndefined()
      expect(data).toEqual({
        user: {
          history: [{ followers: { value: 1_024 }, totalVideos: null }],
          posts: { nodes: [{ history: [{ plays: { value: 1_000 }, likes: { value: 100 }, reposts: null }] }] }
        }
      })
    }
    await vendor.close()
  })
})

describe('a live source that bounds how long records may be kept', () => {
  test('is not served from the cache for longer, though it fails', async () => {
    const vendor = await startAppVendor(1)
    let now = Date.now()
    const server = await startOverSource(
      appTable(vendor.url, { keep: '1d' }),
      { SOURCE_KEY: vendorKey },
      { now: () => now }
    )
    const statusAfter = async (hours: number) => {
      now = begun + hours * 3_600_000
      return (await server.get('/api/v1/users/oak_bench')).status
    }
    const begun = now
    expect(await statusAfter(0)).toBe(200)
    vendor.says(() => ({ status: 500, text: '{}' }))
    expect(await statusAfter(23)).toBe(200)
    expect(await statusAfter(24.01)).toBe(502)
    await server.close()
    await vendor.close()
  })

  test('has no recorded counts where these would be kept for longer', async () => {
    const vendor = await startAppVendor(1)
    const start = (keep: string) =>
      startOverSource(appTable(vendor.url, { keep }), { SOURCE_KEY: vendorKey }, historyIn())
    await expect(start('7d')).rejects.toThrow('the source lets records be kept for less than 8 days')
    let clock = Date.now()
    const server = await startOverSource(
      appTable(vendor.url, { keep: '15d' }),
      { SOURCE_KEY: vendorKey },
      { ...historyIn(), now: () => clock }
    )
    const points = async (days: number) => {
      clock = begun + days * 86_400_000
      await server.get('/api/v1/users/oak_bench')
      const { data } = await server.query<{ user: { history: unknown[] } }>(
        '{ user(by: { username: "oak_bench" }) { history { at } } }'
      )
      return data?.user.history.length
    }
    const begun = clock
    expect([await points(0), await points(5), await points(9)]).toEqual([1, 2, 2])
    await server.close()
    await vendor.close()
  })
})
