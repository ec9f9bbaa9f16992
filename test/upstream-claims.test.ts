import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFacade, ways } from './chain.ts'
import { type Asked, type FakeUpstream, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import type { TestServer } from './server.ts'

const now = Date.now()
const profile = (user_id: string, username: string) => ({ user_id, username, display_name: 'Somebody' })
const post = (post_id: string, createdAt: number) => ({ post_id, caption: 'hello', created_at: createdAt })
const room = (room_id: string) => ({ room_id, title: 'T', status: 2, streamer: { username: 'a', display_name: 'A' } })

/** What is asked, the upstream's record of that, and one of something else. */
const lookups = [
  ['/users/Some.One', profile('1', '@SOME.one'), profile('1', 'another')],
  ['/users/by-id/71', profile('71', 'a'), profile('72', 'a')],
  ['/posts?videoId=81', post('81', 1_700_000_000), post('82', 1_700_000_000)],
  ['/sounds/91', { sound_id: '91', title: 'T', author: 'A' }, { sound_id: '92', title: 'T', author: 'A' }],
  ['/live/51', room('51'), room('52')],
  ['/live/some.one/alive', { username: 'Some.One', is_alive: true }, { username: 'another', is_alive: true }],
  ['/effects/41', { effect_id: '41', name: 'E', publish_time: 1 }, { effect_id: '42', name: 'E', publish_time: 1 }],
  ['/places/31', { place_id: '31', name: 'P' }, { place_id: '32', name: 'P' }],
  ['/collections/21', { collection_id: '21', name: 'C' }, { collection_id: '22', name: 'C' }]
] as const

/** Kinds that the graph has. */
const inGraph = lookups.filter(([path]) => /^\/(users|posts|sounds)\b|alive$/.test(path))

describe.each(ways)('by %s', (way) => {
  let fake: FakeUpstream
  let facade: TestServer
  // A graph that has answered wrongly is left alone.
  beforeEach(async () => {
    fake = await startFakeUpstream(
      speaking(() => success(null)),
      way
    )
    facade = await startFacade(fake.url, { way })
  })
  afterEach(async () => {
    await facade.close()
    await fake.close()
  })

  describe('an upstream that is asked for one thing', () => {
    test.each(lookups)('%s: answers it, or its answer is refused', async (path, right, wrong) => {
      fake.says(speaking(() => success(wrong)))
      const refused = await facade.get(`/api/v1${path}`)
      expect(refused).toMatchObject({ status: 502, body: { data: null, error: { code: 'UPSTREAM_ERROR' } } })
      expect(JSON.stringify(refused.body.error)).not.toMatch(/another|2"/)
      const isInGraph = way === 'graph' && inGraph.some(([each]) => each === path)
      expect(fake.asked.some(({ url }) => url === '/graphql')).toBe(isInGraph)
      fake.says(speaking(() => success(right)))
      expect((await facade.get(`/api/v1${path}`)).status).toBe(200)
    })

    test.each(inGraph)(
      '%s: is asked by REST where its graph alone answers something else',
      async (path, right, wrong) => {
        fake.says(speaking(({ url }) => success(url === '/graphql' ? wrong : right)))
        expect((await facade.get(`/api/v1${path}`)).status).toBe(200)
      }
    )
  })

  describe('a post that an upstream dates ahead', () => {
    const dated = [
      post('1', 100_000_000_000),
      post('2', Math.floor(now / 1_000) + 2 * 86_400),
      post('3', Math.floor(now / 1_000) + 3_600),
      post('4', 1_700_000_000)
    ]

    test('by more than a day has no time, and so no place in a list', async () => {
      fake.says(speaking(() => success(dated, { cursor: null, has_more: false })))
      const { body } = await facade.get<{ post_id: string }[]>('/api/v1/users/someone/posts')
      expect(body.data.map(({ post_id }) => post_id)).toEqual(['3', '4'])
    })

    test('by itself is no usable answer', async () => {
      fake.says(speaking(() => success(dated[0])))
      expect((await facade.get('/api/v1/posts?videoId=1')).status).toBe(502)
    })
  })

  describe('a cursor of an upstream', () => {
    const firstPage = async (cursor: string, sound: number) => {
      fake.says(speaking(() => success([post('1', 1_700_000_000)], { cursor, has_more: true })))
      // A page of one, so that the cursor behind it is the upstream's.
      return facade.get(`/api/v1/sounds/${sound}/posts?count=1`)
    }

    test('may be long, and leads on', async () => {
      const cursor = 'c'.repeat(2_500)
      const { status, headers } = await firstPage(cursor, 1)
      expect(status).toBe(200)
      const link = headers.get('link') ?? ''
      expect(link.length).toBeLessThanOrEqual(8_192)
      fake.says(speaking(() => success([], { cursor: null, has_more: false })))
      expect((await facade.get(/<(.*)>/.exec(link)?.[1] ?? '')).status).toBe(200)
      const { query, body } = fake.asked.at(-1) as Asked
      expect(way === 'graph' ? Object.values(JSON.parse(body).variables) : [query.get('cursor')]).toContain(cursor)
    })

    test.each([4_000, 6_500, 20_000, 1_000_000])(
      'of %d characters, which no header carries, is no usable answer',
      async (length) => {
        const { status, headers, body } = await firstPage('c'.repeat(length), length)
        expect(status).toBe(502)
        expect(body).toMatchObject({ data: null, error: { code: 'UPSTREAM_ERROR' } })
        expect(headers.get('link')).toBe(null)
        const { errors } = await facade.query(
          `{ sound(soundId: "${length}") { posts(first: 1) { pageInfo { endCursor } } } }`
        )
        expect(errors?.map(({ extensions }) => extensions?.code)).toContain('UPSTREAM_ERROR')
      }
    )
  })
})
