import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../src/surfaces/rest/operations.ts'
import { cases, samples } from './cases.ts'
import { rows } from './dataset.ts'
import { type Json, type RestSchema, restSchema } from './graph-shape.ts'
import { send } from './raw.ts'
import { addressOf, operationOf, validInputs } from './rest-address.ts'
import { type Envelope, startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const envelopeKeys = ['meta', 'data', 'pagination', 'error']
const metaKeys = ['request_id', 'timestamp', 'cached', 'version']

const expectMeta = ({ meta }: Envelope, headers: Headers) => {
  expect(Object.keys(meta)).toEqual(metaKeys)
  expect(meta.request_id).toMatch(uuid)
  expect(headers.get('x-request-id')).toBe(meta.request_id)
  expect(new Date(meta.timestamp).toISOString()).toBe(meta.timestamp)
  expect(Math.abs(Date.parse(meta.timestamp) - Date.now())).toBeLessThan(60_000)
  expect(meta.version).toBe('2025-01')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}

const expectFailure = async (path: string, status: number, code: string, init?: RequestInit) => {
  const answer = await server.get(path, init)
  expect(answer.status, path).toBe(status)
  expect(Object.keys(answer.body)).toEqual(envelopeKeys)
  expectMeta(answer.body, answer.headers)
  expect(answer.body.data).toBe(null)
  expect(answer.body.pagination).toBe(null)
  expect(Object.keys(answer.body.error ?? {})).toEqual(['code', 'message', 'details'])
  expect(answer.body.error?.code, path).toBe(code)
  expect(answer.body.error?.message).toMatch(/\S/)
  return answer
}

const get = async <T = Json[]>(id: string, input: Readonly<Record<string, string | number>> = {}) => {
  const answer = await server.get<T>(addressOf(operationOf(id), { ...validInputs()[id], ...input }))
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
  return answer.body
}

/** Keys of a value and of everything in it, in the order they came. */
const keysOf = (value: Json): unknown =>
  Array.isArray(value)
    ? value.map(keysOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, inner]) => [key, keysOf(inner)])
      : null
const orderOf = (schema: RestSchema, value: Json): Json => {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) return value.map((item) => orderOf(inner.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(inner.properties ?? {}).map(([key, field]) => [key, orderOf(field, value[key] ?? null)])
  )
}

describe('the envelope', () => {
  test.each(operations)('$id answers in the envelope, with records that fit their schema', async (operation) => {
    const path = addressOf(operation, validInputs()[operation.id] ?? {})
    const { status, headers, body } = await server.get<Json>(path)
    expect(status, path).toBe(200)
    expect(Object.keys(body)).toEqual(envelopeKeys)
    expectMeta(body, headers)
    expect(body.error).toBe(null)

    const paginationKeys = {
      none: null,
      cursor: ['cursor', 'has_more'],
      max_time: ['next_max_time', 'has_more', 'total'],
      page: ['page', 'has_more', 'total']
    }
    expect(body.pagination && Object.keys(body.pagination)).toEqual(paginationKeys[operation.pagination])

    expect(Array.isArray(body.data)).toBe(operation.isList)
    const records = Array.isArray(body.data) ? body.data : [body.data]
    expect(records.length, path).toBeGreaterThan(0)
    for (const record of records) {
      if (operation.record === 'strings') {
        expect(record).toBeTypeOf('string')
        continue
      }
      const schema = restSchema(operation.record)
      expect(Check(schema as never, record), JSON.stringify(record)).toBe(true)
      expect(keysOf(record)).toEqual(keysOf(orderOf(schema, record)))
    }
  })

  test('every record of the sample fits its schema, hard cases included', async () => {
    const check = async (id: string, input: Readonly<Record<string, string>>) => {
      const operation = operationOf(id)
      const { status, body } = await server.get<Json>(addressOf(operation, input))
      expect(status).toBe(200)
      expect(Check(operation.record as never, body.data), JSON.stringify(body.data)).toBe(true)
    }
    await Promise.all(samples.users().map((username) => check('getUser', { username })))
    await Promise.all(samples.posts().map((videoId) => check('getPost', { videoId })))
    await Promise.all(samples.sounds().map((soundId) => check('getSound', { soundId })))
    await Promise.all(samples.rooms().map((roomId) => check('getLiveRoom', { roomId })))
    await Promise.all(samples.places().map((placeId) => check('getPlace', { placeId })))
    await Promise.all(samples.collections().map((collectionId) => check('getCollection', { collectionId })))
    await Promise.all(samples.effects().map((effectId) => check('getEffect', { effectId })))
  })

  test('every request has an id of its own', async () => {
    const path = `/api/v1/users/${cases.busyUser()}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.get(path)))
    expect(new Set(answers.map(({ body }) => body.meta.request_id)).size).toBe(50)
  })

  test('an id that the client sends is not taken over', async () => {
    const headers = { 'x-request-id': '00000000-0000-4000-8000-000000000000', 'request-id': 'mine' }
    const { body } = await server.get(`/api/v1/users/${cases.busyUser()}`, { headers })
    expect(body.meta.request_id).not.toBe(headers['x-request-id'])
  })

  test('the second time the answer comes from the cache, and says so', async () => {
    const path = `/api/v1/users/${cases.mixedCaseUser()}?region=AQ`
    expect((await server.get(path)).body.meta.cached).toBe(false)
    expect((await server.get(path)).body.meta.cached).toBe(true)
    // A miss is remembered as well.
    expect((await expectFailure('/api/v1/effects/77', 404, 'NOT_FOUND')).body.meta.cached).toBe(false)
    expect((await expectFailure('/api/v1/effects/77', 404, 'NOT_FOUND')).body.meta.cached).toBe(true)
  })

  test('every kind of failure has the same four keys', async () => {
    await expectFailure('/api/v1/users/..%20', 400, 'INVALID_PARAM')
    await expectFailure('/api/v1/users/x', 401, 'UNAUTHORIZED', { headers: { 'x-gateway-key': 'wrong' } })
    await expectFailure(`/api/v1/intelligence/creator/${cases.privateUser()}`, 403, 'ACCOUNT_PRIVATE')
    await expectFailure('/api/v1/users/nobody.has.this', 404, 'NOT_FOUND')
    await expectFailure('/api/v1/nothing/here', 404, 'NOT_FOUND')
    await expectFailure('/api/v1/search', 405, 'METHOD_NOT_ALLOWED', { method: 'POST' })
    await expectFailure('/nothing/here', 404, 'NOT_FOUND')
  })

  test('errors are not to be kept by anyone', async () => {
    const { headers } = await expectFailure('/api/v1/users/nobody.has.this', 404, 'NOT_FOUND')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('what every operation shares', () => {
  test.each(operations)('$id answers HEAD with the headers of GET and no body', async (operation) => {
    const path = addressOf(operation, validInputs()[operation.id] ?? {})
    const [head, whole] = [await send(server.url, path, { method: 'HEAD' }), await send(server.url, path)]
    expect(head.status).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    expect(head.headers.get('x-request-id')).toMatch(uuid)
    expect(await send(server.url, '/api/v1/users/nobody.has.this', { method: 'HEAD' })).toMatchObject({
      status: 404,
      body: ''
    })
  })

  test.each(operations)('$id ignores query parameters nobody knows', async (operation) => {
    const input = validInputs()[operation.id] ?? {}
    const plain = await server.get(addressOf(operation, input))
    const more = addressOf(operation, { ...input, foo: 'bar', limit: 'abc', __proto__x: '1', constructor: 'x' })
    const { status, body } = await server.get(more)
    expect(status).toBe(200)
    if (operation.id !== 'getCreatorScorecard') expect(body.data).toEqual(plain.body.data)
  })

  test('a query parameter cannot stand in for one of the path', async () => {
    const username = cases.busyUser()
    const { body } = await server.get<{ username: string }>(`/api/v1/users/${username}?username=someone.else`)
    expect(body.data.username).toBe(username)
  })

  test('x-api-version may name the version there is, and no other', async () => {
    const path = `/api/v1/users/${cases.busyUser()}`
    expect((await server.get(path, { headers: { 'x-api-version': '2025-01' } })).status).toBe(200)
    for (const version of ['2024-01', '2025-1', 'latest', '']) {
      const { body } = await expectFailure(path, 400, 'INVALID_PARAM', { headers: { 'x-api-version': version } })
      expect(body.error?.details?.param).toBe('x-api-version')
    }
  })

  test('a slash at the end is another path', () =>
    expectFailure(`/api/v1/users/${cases.busyUser()}/`, 404, 'NOT_FOUND'))
})

describe('lists', () => {
  const lists = operations.filter(({ pagination }) => pagination !== 'none')
  const maxima = { listSoundLibrary: 10, listUserPosts: 100, listUserReposts: 100, listUserFollowers: 100 }
  const maximumOf = (id: string) => ({ ...maxima })[id as keyof typeof maxima] ?? 50

  test.each(lists)('$id has the page size the specification says', async ({ id }) => {
    const fallback = id === 'listSoundLibrary' ? 10 : 20
    const usual = await get(id)
    expect(usual.data.length).toBeLessThanOrEqual(fallback)
    if (usual.pagination?.has_more) expect(usual.data).toHaveLength(fallback)
    expect((await get(id, { count: fallback })).data).toEqual(usual.data)
    expect((await get(id, { count: 1 })).data).toEqual(usual.data.slice(0, 1))
    const most = await get(id, { count: maximumOf(id) })
    expect(most.data.length).toBeGreaterThanOrEqual(usual.data.length)
    await expectFailure(
      addressOf(operationOf(id), { ...validInputs()[id], count: maximumOf(id) + 1 }),
      400,
      'INVALID_PARAM'
    )
  })

  test.each(lists.filter(({ pagination }) => pagination === 'cursor'))(
    '$id walks by cursor: no repeats, and the size of the pages does not matter',
    async ({ id }) => {
      const walk = async (count: number) => {
        const found: Json[] = []
        let cursor = '0'
        for (let page = 0; page < 12; page += 1) {
          const { data, pagination } = await get(id, { count, cursor })
          found.push(...data)
          if (pagination?.has_more !== true) {
            expect(pagination?.cursor).toBe(null)
            break
          }
          expect(data).toHaveLength(count)
          cursor = String(pagination.cursor)
        }
        return found
      }
      const small = await walk(3)
      const large = await walk(7)
      expect(large.slice(0, small.length)).toEqual(small)
      const names = large.map((item) => JSON.stringify(item))
      expect(new Set(names).size).toBe(names.length)
    }
  )

  test('a cursor belongs to its operation and arguments', async () => {
    const { pagination } = await get('listUserPosts', { count: 2 })
    const cursor = String(pagination?.cursor)
    const other = cases.reposter()
    for (const path of [
      `/api/v1/users/${other}/posts?cursor=${cursor}`,
      `/api/v1/users/${cases.busyUser()}/reposts?cursor=${cursor}`,
      `/api/v1/sounds/${cases.sound()}/posts?cursor=${cursor}`,
      `/api/v1/search?keyword=${cases.keyword()}&cursor=${cursor}`
    ]) {
      const { body } = await expectFailure(path, 400, 'INVALID_PARAM')
      expect(body.error?.details?.param).toBe('cursor')
    }
    // The page size and the spelling of the handle are no part of it.
    expect(
      (await get('listUserPosts', { count: 5, cursor, username: `@${cases.busyUser().toUpperCase()}` })).data
    ).toHaveLength(5)
  })

  test('followers page by time down to the end, and tell how many there are', async () => {
    const username = cases.followedUser()
    const found: string[] = []
    let maxTime = 0
    let total = -1
    for (let more = true; more; ) {
      const { data, pagination } = await get<{ user_id: string }[]>('listUserFollowers', {
        username,
        count: 100,
        max_time: maxTime
      })
      found.push(...data.map(({ user_id }) => user_id))
      const next = Number(pagination?.next_max_time)
      expect(Number.isInteger(next)).toBe(true)
      if (maxTime > 0) expect(next).toBeLessThan(maxTime)
      maxTime = next
      total = Number(pagination?.total)
      more = pagination?.has_more === true
    }
    expect(new Set(found).size).toBe(found.length)
    expect(found).toHaveLength(total)
    const past = await get('listUserFollowers', { username, max_time: 1 })
    expect(past).toMatchObject({ data: [], pagination: { next_max_time: 1, has_more: false, total } })
  })

  test('the sound library pages by number and knows its length', async () => {
    const first = await get('listSoundLibrary')
    expect(first.pagination).toMatchObject({ page: 1, has_more: true })
    const total = Number(first.pagination?.total)
    const last = await get('listSoundLibrary', { page: Math.ceil(total / 10) })
    expect(last.pagination).toEqual({ page: Math.ceil(total / 10), has_more: false, total })
    const beyond = await get('listSoundLibrary', { page: 1_000_000_000 })
    expect(beyond).toMatchObject({ data: [], pagination: { page: 1_000_000_000, has_more: false, total } })
    expect((await get('listSoundLibrary', { page: 2, count: 5 })).data).toEqual(first.data.slice(5))
    expect((await get('listSoundLibrary', { sort: 'hot' })).data).toEqual(first.data)
    expect((await get('listSoundLibrary', { sort: 'new' })).data).not.toEqual(first.data)
    const sounds = (await get<{ is_copyrighted: boolean; posts_count: number }[]>('listSoundLibrary')).data
    expect(sounds.every((sound) => sound.is_copyrighted)).toBe(true)
  })

  test('lists of things that have nothing are empty, not missing', async () => {
    const username = cases.userWithoutPosts()
    expect(await get('listUserPosts', { username })).toMatchObject({
      data: [],
      pagination: { cursor: null, has_more: false }
    })
    expect((await get('listSoundPosts', { soundId: cases.unusedSound() })).data).toEqual([])
    expect((await get('listCollectionPosts', { collectionId: cases.emptyCollection() })).data).toEqual([])
    for (const id of ['search', 'searchVideos', 'searchUsers', 'searchLive', 'suggest']) {
      expect((await get(id, { keyword: 'zzzznothingmatchesthis' })).data).toEqual([])
    }
  })

  test('posts come newest first', async () => {
    for (const id of ['listUserPosts', 'listSoundPosts', 'listPlacePosts', 'listChallengePosts']) {
      const { data } = await get<{ created_at: number }[]>(id, { count: 50 })
      const times = data.map(({ created_at }) => created_at)
      expect(times).toEqual([...times].sort((a, b) => b - a))
    }
  })
})

describe('users', () => {
  test('a handle is found with and without @, in any case', async () => {
    const username = cases.mixedCaseUser()
    const { data } = await get<Json>('getUser', { username })
    expect(data).toMatchObject({ username })
    for (const spelled of [
      `@${username}`,
      username.toLowerCase(),
      username.toUpperCase(),
      `@${username.toUpperCase()}`
    ]) {
      expect((await get('getUser', { username: spelled })).data).toEqual(data)
      for (const list of ['posts', 'reposts', 'followers', 'playlist']) {
        expect((await server.get(`/api/v1/users/${spelled}/${list}`)).status).toBe(200)
      }
      expect((await server.get(`/api/v1/live/${spelled}/alive`)).body.data).toMatchObject({ username })
    }
    // The @ may come as it is or encoded.
    expect((await server.get(`/api/v1/users/%40${username}`)).body.data).toEqual(data)
    await expectFailure(`/api/v1/users/@@${username}`, 400, 'INVALID_PARAM')
  })

  test('by-id and by handle are the same profile', async () => {
    const { data } = await get<{ username: string }>('getUserById')
    expect((await get('getUser', { username: data.username })).data).toEqual(data)
  })

  test('a region shows its variant, and only where there is one', async () => {
    const { username, region, bio } = cases.variant()
    const own = await get<{ bio: string; followers: number }>('getUser', { username })
    const variant = await get<{ bio: string; followers: number }>('getUser', { username, region })
    expect(variant.data.bio).toBe(bio)
    expect(variant.data.bio).not.toBe(own.data.bio)
    expect(variant.data.followers).toBe(own.data.followers)
    expect((await get('getUser', { username, region: region.toLowerCase() })).data).toEqual(variant.data)
    expect((await get('getUser', { username, region: 'AQ' })).data).toEqual(own.data)
  })

  test('a playlist answer holds all collections and no pagination', async () => {
    const { data, pagination } = await get<{ playlists: Json[] }>('getUserPlaylist')
    expect(Object.keys(data)).toEqual(['playlists'])
    expect(data.playlists.length).toBeGreaterThan(0)
    expect(pagination).toBe(null)
    expect((await get('getUserPlaylist', { username: cases.userWithoutPosts() })).data).toHaveProperty('playlists')
  })

  test('private accounts show their profile, empty lists and no scorecard', async () => {
    const username = cases.privateUser()
    expect((await get('getUser', { username })).data).toMatchObject({ username, is_private: true })
    expect((await get('listUserPosts', { username })).data).toEqual([])
    expect((await get('listUserReposts', { username })).data).toEqual([])
    expect(await get('listUserFollowers', { username })).toMatchObject({
      data: [],
      pagination: { next_max_time: 0, has_more: false, total: 0 }
    })
    expect((await get<Json>('getUserPlaylist', { username })).data).toEqual({ playlists: [] })
    await expectFailure(`/api/v1/intelligence/creator/@${username}`, 403, 'ACCOUNT_PRIVATE')
  })
})

describe('posts', () => {
  test('the address of a post may have any host, subdomain, query and end', async () => {
    const id = cases.post()
    const { data } = await get<Json>('getPost', { videoId: id })
    for (const url of [
      `https://www.clips.example/@a.b/video/${id}`,
      `https://m.clips.example/@a.b/video/${id}`,
      `http://clips.example/video/${id}`,
      `https://elsewhere.example:8443/some/path/video/${id}/`,
      `https://www.clips.example/@a.b/video/${id}?lang=en&video=1#t=5`,
      `https://www.clips.example/@a.b/video/${id}/?u=/video/1`,
      `www.clips.example/@a.b/video/${id}`,
      `clips.example/video/${id}`,
      `//clips.example/video/${id}`,
      `HTTPS://CLIPS.EXAMPLE/video/${id}`,
      ` https://clips.example/video/${id} `,
      `https://xn--caf-dma.example/video/${id}`,
      `https://clips.example/@a.b/photo/${id}`
    ]) {
      const { status, body } = await server.get(`/api/v1/posts?url=${encodeURIComponent(url)}`)
      expect([url, status]).toEqual([url, 200])
      expect(body.data).toEqual(data)
    }
  })

  test('the share address of a post leads back to it', async () => {
    for (const videoId of samples.posts().slice(0, 30)) {
      const { data } = await get<{ share_url: string | null }>('getPost', { videoId })
      if (data.share_url === null) continue
      const { body } = await server.get(`/api/v1/posts?url=${encodeURIComponent(data.share_url)}`)
      expect(body.data).toEqual(data)
    }
  })

  test('exactly one of videoId and url is needed', async () => {
    const id = cases.post()
    const both = await expectFailure(
      `/api/v1/posts?videoId=${id}&url=https://x.example/video/${id}`,
      400,
      'INVALID_PARAM'
    )
    const neither = await expectFailure('/api/v1/posts', 400, 'INVALID_PARAM')
    for (const { body } of [both, neither]) expect(body.error?.details?.reason).toContain('exactly one')
  })

  test('a post whose author is gone has no author, one without sound no sound', async () => {
    expect((await get<Json>('getPost', { videoId: cases.orphanPost() })).data).toMatchObject({
      author_username: null,
      author_display_name: null,
      author_verified: false,
      author_avatar_url: null
    })
    expect((await get<Json>('getPost', { videoId: cases.silentPost() })).data).toMatchObject({
      sound_id: null,
      sound_title: null,
      sound_author: null,
      sound_is_original: false
    })
    const nameless = await get<{ sound_id: string | null; sound_title: string | null }>('getPost', {
      videoId: cases.namelessSoundPost()
    })
    expect(nameless.data.sound_id).toBe(null)
  })
})

describe('search', () => {
  test('q is another name of keyword, and keyword wins', async () => {
    const keyword = cases.keyword()
    for (const path of ['/search', '/search/videos', '/search/users', '/search/live', '/search/suggest']) {
      const plain = (await server.get(`/api/v1${path}?keyword=${keyword}`)).body
      expect((await server.get(`/api/v1${path}?q=${keyword}`)).body.data).toEqual(plain.data)
      const both = await server.get(`/api/v1${path}?q=zzzznothingmatchesthis&keyword=${keyword}`)
      expect(both.body.data).toEqual(plain.data)
    }
  })

  test('a plus and %20 are both a space', async () => {
    const [plus, space] = [await server.get('/api/v1/search?q=a+b'), await server.get('/api/v1/search?q=a%20b')]
    expect(plus.body.data).toEqual(space.body.data)
  })

  test('nothing in a keyword is an operator', async () => {
    for (const keyword of [
      '"',
      '*',
      'a OR b',
      'NEAR(a b)',
      'caption:x',
      "'; DROP TABLE posts; --",
      '(((',
      '^a',
      '-a',
      '%',
      '\\'
    ]) {
      for (const path of ['/search', '/search/videos', '/search/users', '/search/live', '/search/suggest']) {
        const { status } = await server.get(`/api/v1${path}?keyword=${encodeURIComponent(keyword)}`)
        expect([keyword, status]).toEqual([keyword, 200])
      }
    }
  })

  test('live search shows rooms on the air only, and no like count', async () => {
    for (const letter of 'aeims') {
      const { data } = await get<{ status: number; is_live: boolean }[]>('searchLive', { keyword: letter, count: 50 })
      for (const room of data) {
        expect(room).toMatchObject({ status: 2, is_live: true })
        expect(room).not.toHaveProperty('like_count')
      }
    }
  })

  test('suggestions are at most ten plain terms', async () => {
    const { data, pagination } = await get<string[]>('suggest', { keyword: cases.keyword().slice(0, 2) })
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThanOrEqual(10)
    expect(pagination).toBe(null)
  })
})

describe('live', () => {
  test('a room is live exactly when its status is 2', async () => {
    const states = rows<{ room_id: string; status: number }>('SELECT room_id, status FROM live_rooms')
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set([2, 3, 4]))
    for (const { room_id, status } of states) {
      expect((await get<Json>('getLiveRoom', { roomId: room_id })).data).toMatchObject({
        status,
        is_live: status === 2
      })
    }
  })

  test('whether someone is live is always answered', async () => {
    const live = cases.liveUser()
    expect((await get<Json>('getLiveStatus', { username: live })).data).toEqual({ username: live, is_alive: true })
    expect((await get<Json>('getLiveStatus', { username: '@Nobody.Has.This' })).data).toEqual({
      username: 'nobody.has.this',
      is_alive: false
    })
    for (const username of ['名', 'a b', '-'.repeat(200), '@@', "o'neill"]) {
      const { status, body } = await server.get(`/api/v1/live/${encodeURIComponent(username)}/alive`)
      expect([status, body.data]).toEqual([200, { username, is_alive: false }])
    }
  })
})

describe('intelligence', () => {
  test('a scorecard is computed from at most 30 posts, with whole scores from 0 to 100', async () => {
    const { data } = await get<{ scores: Record<string, number | string>; intelligence: { posts_analyzed: number } }>(
      'getCreatorScorecard'
    )
    expect(data.intelligence.posts_analyzed).toBe(30)
    const { engagement_rate, partnership_tier, ...scores } = data.scores
    for (const score of Object.values(scores)) {
      expect(Number.isInteger(score)).toBe(true)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
    }
  })

  test('a creator with no posts has finite scores and a warning', async () => {
    const { data } = await get<{ scores: Json; intelligence: Json }>('getCreatorScorecard', {
      username: cases.userWithoutPosts()
    })
    expect(data.scores).toMatchObject({ engagement_rate: 0 })
    expect(data.intelligence).toMatchObject({ posts_analyzed: 0, low_sample_warning: true })
    expect(JSON.stringify(data)).not.toContain('null,"engagement')
  })
})

test('a request is answered without its key being repeated', async () => {
  const { body } = await expectFailure('/api/v1/users/nobody.has.this', 404, 'NOT_FOUND')
  expect(JSON.stringify(body)).not.toContain(testKey)
})
