import { Agent, interceptors } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFixtures } from './fixtures.ts'
import { isOverFetch } from './over-fetch.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const seconds = 1_000
const minutes = 60 * seconds
const fixtures = findFixtures()
const [handle = '', otherHandle = ''] = fixtures.known.user
const [soundId = ''] = fixtures.known.sound
const feed = fixtures.feeds.find(({ kind }) => kind === 'userPosts')?.key ?? ''

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  // As a source that has to be waited for, whose older answers are served on while it is asked again.
  server = await startServer({ now: () => now, wrapSource: (source) => source })
})
afterAll(() => server.close())

type Options = { method?: string; headers?: Record<string, string>; keyless?: boolean }
const ask = async (path: string, { method = 'GET', headers = {}, keyless = false }: Options = {}) => {
  const response = await fetch(server.url + path, {
    method,
    headers: { accept: 'application/json', ...(keyless ? {} : { 'x-gateway-key': testKey }), ...headers }
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const graph = (query: string, more = '') => `/graphql?query=${encodeURIComponent(query)}${more}`
const tagOf = async (path: string) => (await ask(path)).headers.get('etag') ?? ''

/** The same things on both surfaces. */
const surfaces = [
  {
    name: 'REST',
    profile: `/api/v1/users/${handle}`,
    other: `/api/v1/users/${otherHandle}`,
    sound: `/api/v1/sounds/${soundId}`,
    list: (count: number) => `/api/v1/users/${feed}/posts?count=${count}`,
    nobody: '/api/v1/users/nobody.at.all',
    bad: '/api/v1/sounds/x'
  },
  {
    name: 'GraphQL over GET',
    profile: graph(`{ user(by: { username: "${handle}" }) { bio followersCount } }`),
    other: graph(`{ user(by: { username: "${otherHandle}" }) { bio followersCount username } }`),
    sound: graph(`{ sound(soundId: "${soundId}") { title postsCount } }`),
    list: (count: number) =>
      graph(
        `{ user(by: { username: "${feed}" }) { posts(first: ${count}) { nodes { postId } pageInfo { endCursor } } } }`
      ),
    nobody: graph('{ user(by: { username: "nobody.at.all" }) { bio } }'),
    bad: graph('{ sound(soundId: "x") { title } }')
  }
]

describe.each(surfaces)('an answer over $name', ({ profile, other, sound, list, nobody, bad }) => {
  test('may be kept by the client alone, while it is fresh', async () => {
    const { status, headers } = await ask(profile)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(headers.get('vary')).toMatch(/x-gateway-key/i)
    const left = Number(headers.get('cache-control')?.split('=')[1])
    expect(left).toBeGreaterThanOrEqual(0.9 * 30 * 60 - 60)
    expect(left).toBeLessThanOrEqual(30 * 60)
  })

  test('tells how long it is fresh and how old it is', async () => {
    const began = await ask(sound)
    const lifetime = Number(began.headers.get('cache-control')?.split('=')[1])
    expect(lifetime).toBeGreaterThan(0.9 * 60 * 60 - 60)
    const age = Number(began.headers.get('age'))
    now += 10 * minutes
    const later = await ask(sound)
    expect(later.headers.get('cache-control')).toBe(`private, max-age=${lifetime}`)
    expect(later.headers.get('age')).toBe(String(age + 600))
    // Past its freshness it is served while it is renewed, but not to be kept.
    now += 55 * minutes
    const stale = await ask(sound)
    expect(stale.headers.get('cache-control')).toBe('private, max-age=0')
    expect(Number(stale.headers.get('age'))).toBe(age + 3_900)
    await expect.poll(async () => (await ask(sound)).headers.get('age')).toBe('0')
  })

  test('is kept by a cache for all of its freshness, however old it was when it came', async ({ skip }) => {
    skip(isOverFetch(), 'the cache asks over sockets')
    const agent = new Agent().compose(interceptors.cache({ type: 'private' }))
    const askOver = async () => {
      const { headers, body } = await agent.request({
        origin: server.url,
        path: profile,
        method: 'GET',
        headers: { accept: 'application/json', 'x-gateway-key': testKey }
      })
      await body.dump()
      return headers['x-request-id']
    }
    await ask(profile)
    now += 20 * minutes
    const first = await askOver()
    for (let times = 0; times < 3; times += 1) expect(await askOver()).toBe(first)
    await agent.close()
  })

  test('has a weak tag that is its own and stays the same while the data does', async () => {
    const tag = await tagOf(profile)
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/)
    now += 3 * minutes
    for (let times = 0; times < 3; times += 1) expect(await tagOf(profile)).toBe(tag)
    const tags = await Promise.all([profile, other, sound, list(2), list(3)].map(tagOf))
    expect(new Set(tags).size).toBe(5)
    // Renewed data that says the same has the same tag.
    now += 3 * 60 * minutes
    expect(await tagOf(profile)).toBe(tag)
  })

  test('is 304 without a body for a client that has it already', async () => {
    const tag = await tagOf(profile)
    // A client, or a proxy before it, may have made it a strong one.
    const strong = tag.slice(2)
    for (const known of [tag, strong, `"other", ${tag}`, `${strong} , W/"x"`, '*', `"a",${tag},"b"`]) {
      const { status, headers, text } = await ask(profile, { headers: { 'if-none-match': known } })
      expect(status).toBe(304)
      expect(text).toBe('')
      expect(headers.get('etag')).toBe(tag)
      expect(headers.get('cache-control')).toMatch(/^private, max-age=/)
      expect(headers.get('vary')).toMatch(/x-gateway-key/i)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('is whole for a client that has another one', async () => {
    const tag = await tagOf(profile)
    for (const known of [
      '"other"',
      'W/"other"',
      '',
      tag.slice(1, -1),
      tag.slice(0, -2),
      `"${tag}"`,
      `W/${tag}`,
      await tagOf(other)
    ]) {
      const { status, text } = await ask(profile, { headers: { 'if-none-match': known } })
      expect(status).toBe(200)
      expect(text).toContain('"data"')
    }
  })

  test('is refused without the key, whatever tag is sent', async () => {
    const tag = await tagOf(profile)
    for (const known of [tag, '*']) {
      const { status, headers } = await ask(profile, { keyless: true, headers: { 'if-none-match': known } })
      expect(status).toBe(401)
      expect(headers.get('etag')).toBe(null)
      expect(headers.get('cache-control')).toBe('no-store')
      const wrong = await ask(profile, { headers: { 'if-none-match': known, 'x-gateway-key': 'wrong' } })
      expect(wrong.status).toBe(401)
    }
  })

  test('that holds an error is not to be kept, and no tag makes it 304', async () => {
    for (const path of [nobody, bad]) {
      const { headers, status } = await ask(path, { headers: { 'if-none-match': '*' } })
      expect(status).not.toBe(304)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('etag')).toBe(null)
      expect(headers.get('age')).toBe(null)
    }
  })

  test('has the same headers for HEAD, and no body', async () => {
    const get = await ask(profile)
    const head = await ask(profile, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['etag', 'cache-control', 'age', 'vary', 'content-type']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
    const tag = get.headers.get('etag') ?? ''
    expect((await ask(profile, { method: 'HEAD', headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await ask(profile, { method: 'HEAD', keyless: true, headers: { 'if-none-match': tag } })).status).toBe(401)
  })
})

describe('what a client may keep', () => {
  test('is as fresh as the first part of it that is not', async () => {
    const parts = graph(`{ sound(soundId: "${soundId}") { title } liveStatus(username: "${handle}") { isLive } }`)
    now += 24 * 60 * minutes
    await ask(parts)
    const { headers } = await ask(parts)
    expect(Number(headers.get('cache-control')?.split('=')[1])).toBeLessThanOrEqual(120)
    const [, room = ''] = fixtures.known.liveRoom
    await ask(`/api/v1/live/${room}`)
    now += 30 * seconds
    const live = (await ask(`/api/v1/live/${room}`)).headers
    const left = Number(live.get('cache-control')?.split('=')[1]) - 30
    expect(live.get('age')).toBe('30')
    expect(left).toBeLessThanOrEqual(90)
    expect(left).toBeGreaterThanOrEqual(0.9 * 120 - 31)
  })

  test('includes nothing that was asked for over POST', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': testKey, 'content-type': 'application/json', 'if-none-match': '*' },
      body: JSON.stringify({ query: `{ sound(soundId: "${soundId}") { title } }` })
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(null)
    await response.text()
  })

  test('differs with the pagination alone', async () => {
    const empty = fixtures.emptyFeeds.filter(({ kind }) => kind === 'searchTop').map(({ key }) => key)
    const [first = ''] = empty
    const a = await ask(`/api/v1/search?q=${encodeURIComponent(first)}`)
    const b = await ask('/api/v1/sounds/library?page=100000')
    const c = await ask('/api/v1/sounds/library?page=100001')
    const tags = [a, b, c].map(({ headers }) => headers.get('etag'))
    expect(new Set(tags).size).toBe(3)
  })

  test('is the same with and without variables, when the answer is the same, and not when a name differs', async () => {
    const variables = encodeURIComponent(JSON.stringify({ id: soundId }))
    const spelled = await tagOf(graph(`{ sound(soundId: "${soundId}") { title } }`))
    expect(await tagOf(graph('query ($id: ID!) { sound(soundId: $id) { title } }', `&variables=${variables}`))).toBe(
      spelled
    )
    expect(await tagOf(graph(`{ sound(soundId: "${soundId}") { t: title } }`))).not.toBe(spelled)
  })

  test('is a scorecard that stays what it is while what it was computed from does', async () => {
    const path = `/api/v1/intelligence/creator/${feed}`
    const tag = await tagOf(path)
    now += 2 * minutes
    expect(await tagOf(path)).toBe(tag)
  })
})

test('what the embedded data can be asked at once is never served past its freshness', async () => {
  let moment = Date.now()
  const embedded = await startServer({ now: () => moment })
  const ages = async () => {
    const { headers, body } = await embedded.get(`/api/v1/sounds/${soundId}`)
    return { age: headers.get('age'), cached: body.meta.cached }
  }
  expect(await ages()).toEqual({ age: '0', cached: false })
  moment += 50 * minutes
  expect(await ages()).toEqual({ age: '3000', cached: true })
  moment += 15 * minutes
  expect(await ages()).toEqual({ age: '0', cached: false })
  await embedded.close()
})
