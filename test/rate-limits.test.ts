import { createClient } from '@redis/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PointStore } from '../src/host/limits/point-store.ts'
import { PointWindows, type SpendPoints } from '../src/host/limits/point-windows.ts'
import { call, overHttp } from './agent.ts'
import { isLeftOut } from './ignored-terms.ts'
import { ownKeyFile } from './own-key-file.ts'
import { hasRedisServer, startRedis } from './own-redis.ts'
import {
  type Envelope,
  type GraphQLAnswer,
  startServer,
  type TestServer,
  type TestServerOptions,
  testKey
} from './server.ts'

/** What is told in seconds from now is the same however long a test takes. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

test('workers that lose Redis in a window go on with its count', async () => {
  const windows = new PointWindows()
  let inRedis = 0
  const spend: SpendPoints = async (key, points, seconds, known) => {
    if (inRedis === 60) return windows.spend(key, points, seconds, known)
    inRedis += points
    return { spent: inRedis, endsInMs: 500_000 }
  }
  const lease = new PointStore(spend, 'test').leasing('somebody', { points: 100, seconds: 600 })
  let granted = 0
  for (let asked = 0; asked < 30; asked += 1) granted += (await lease(10)).granted
  expect(granted).toBe(100)
})

const limited = async (
  points: number,
  seconds = 600,
  config: TestServerOptions['config'] = {}
): Promise<TestServer> => {
  const server = await startServer({ config: { rateLimit: { points, seconds }, ...config } })
  closing.push(server.close)
  return server
}

const json = { 'content-type': 'application/json' }
const ask = (server: TestServer, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, { ...init, headers: { 'x-gateway-key': testKey, ...init.headers } })
const post = (server: TestServer, body: object | string, headers: Record<string, string> = {}): Promise<Response> =>
  ask(server, '/graphql', {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
const rpc = (method: string, params: object = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
})

/** Points that an answer says are left. */
const remaining = ({ headers }: Response): number => {
  const [, left = Number.NaN] = /^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? []
  return Number(left)
}

const user = '/api/v1/users/maya.nguyen'
const cheap = '{ user(by: { username: "maya.nguyen" }) { displayName } }'
/** Costs more than one, whatever is in it. */
const dear = '{ user(by: { username: "maya.nguyen" }) { posts(first: 20) { nodes { caption sound { title } } } } }'
const inAddress = (query: string) => `/graphql?query=${encodeURIComponent(query)}`
const estimated = async (answer: Response): Promise<number> =>
  ((await answer.json()) as GraphQLAnswer).extensions?.cost?.estimated ?? Number.NaN

test('without a limit nothing is told of one', async () => {
  const server = await startServer()
  closing.push(server.close)
  const answer = await ask(server, user)
  expect(answer.headers.has('ratelimit')).toBe(false)
  expect(answer.headers.has('ratelimit-policy')).toBe(false)
  expect((await server.query('{ rateLimit { remaining } }')).data).toEqual({ rateLimit: null })
})

describe('every answer says where the key stands', () => {
  test('of REST, whatever it is, and each call costs a point', async () => {
    const server = await limited(100)
    const first = await ask(server, user)
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=100;w=600')
    expect(first.headers.get('ratelimit')).toBe('"default";r=99;t=600')
    const tag = first.headers.get('etag') ?? ''
    const answers = [
      [await ask(server, user), 200, 98],
      [await ask(server, user), 200, 97],
      [await ask(server, user, { headers: { 'if-none-match': tag } }), 304, 96],
      [await ask(server, user, { method: 'HEAD' }), 200, 95],
      [await ask(server, '/api/v1/users/nobody.at.all'), 404, 94],
      [await ask(server, '/api/v1/sounds/abc'), 400, 93],
      [await ask(server, '/api/v1/nothing'), 404, 92],
      [await ask(server, '/api/v1/users/%zz'), 400, 91],
      [await ask(server, '/api/v1/search?keyword=%zz'), 400, 90],
      // What never becomes a call costs nothing, and finds out nothing.
      [await ask(server, user, { method: 'DELETE' }), 405, 90],
      [await ask(server, '/api/v1/nothing', { method: 'DELETE' }), 405, 90],
      [await ask(server, user, { headers: { 'x-api-version': '1999-01' } }), 400, 90]
    ] as const
    for (const [answer, status, left] of answers) {
      expect(answer.status).toBe(status)
      expect(remaining(answer), `${status}`).toBe(left)
      expect(answer.headers.get('ratelimit-policy'), `${status}`).toBe('"default";q=100;w=600')
    }
  })

  test('of the graph, where a query costs what it is estimated at, ready or not', async () => {
    const server = await limited(10_000)
    let left = 10_000
    for (const once of [
      () => post(server, { query: dear }),
      () => ask(server, inAddress(dear)),
      () => post(server, { query: dear, variables: null, extra: 1 })
    ]) {
      // The first finds out, the later ones are kept, and the last is ready.
      for (let round = 0; round < 4; round += 1) {
        const answer = await once()
        const isRefused = answer.status !== 200
        const cost = isRefused ? 1 : await estimated(answer.clone())
        if (!isRefused) expect(cost).toBeGreaterThan(1)
        left -= cost
        expect(remaining(answer)).toBe(left)
      }
    }
  })

  test('of the graph, where what is refused costs a point, however it is refused', async () => {
    const server = await limited(100)
    let left = 100
    for (const answer of [
      () => post(server, { query: '{ nothing }' }),
      () => post(server, { query: '{' }),
      () => post(server, { query: 'mutation { a }' }),
      () => post(server, { query: 'query ($a: Int!) { __typename }' }),
      () => post(server, { query: '{ __typename }' }),
      () => post(server, '{ not json'),
      () => post(server, '[]'),
      () => ask(server, inAddress('{ nothing }')),
      () => post(server, '{}', { 'content-type': 'text/plain' }),
      () => ask(server, inAddress(cheap), { headers: { 'content-type': 'text/plain' } }),
      () => ask(server, `${inAddress(cheap)}&variables={}&variables={}`),
      () => ask(server, '/graphql')
    ]) {
      left -= 1
      expect(remaining(await answer())).toBe(left)
    }
  })

  test('of agents, whose messages cost a point, a scan ten besides, and a query of the graph what it costs', async () => {
    const server = await limited(1_000)
    const list = await ask(server, '/mcp', rpc('tools/list'))
    expect(list.status).toBe(200)
    expect(remaining(list)).toBe(999)
    const tool = await ask(
      server,
      '/mcp',
      rpc('tools/call', { name: 'get_user', arguments: { username: 'maya.nguyen' } })
    )
    expect(remaining(tool)).toBe(998)
    const cost = await estimated(await post(server, { query: dear }))
    const query = await ask(server, '/mcp', rpc('tools/call', { name: 'graphql', arguments: { query: dear } }))
    expect(remaining(query)).toBe(998 - cost - 1 - cost)
    const scan = await ask(server, '/mcp', rpc('tools/call', { name: 'find_posts', arguments: {} }))
    expect(remaining(scan)).toBe(998 - cost - 1 - cost - 11)
    const refused = await ask(server, '/mcp', rpc('tools/call', { name: 'find_posts', arguments: { plays: 1 } }))
    expect(remaining(refused)).toBe(998 - cost - 1 - cost - 12)
  })

  test('but not pages, nor answers to nobody', async () => {
    const server = await limited(100)
    for (const path of ['/docs', '/healthz', '/openapi.json']) {
      expect((await ask(server, path)).headers.has('ratelimit'), path).toBe(false)
    }
    const stranger = await ask(server, user, { headers: { 'x-gateway-key': 'wrong' } })
    expect(stranger.status).toBe(401)
    expect(stranger.headers.has('ratelimit')).toBe(false)
  })

  test('to pages of other origins too', async () => {
    const server = await limited(100)
    const answer = await ask(server, user, { headers: { origin: 'http://localhost:5173' } })
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bratelimit, ratelimit-policy\b/)
  })
})

describe('whoever has nothing left', () => {
  test('is told 429 in the form of each surface, and when to come back', async () => {
    const server = await limited(2)
    await ask(server, user)
    await ask(server, user)
    const rest = await ask(server, user)
    const envelope = (await rest.json()) as Envelope
    expect(envelope).toMatchObject({
      data: null,
      error: { code: 'RATE_LIMITED', details: { doc_url: '/docs/errors/RATE_LIMITED' } }
    })
    const graph = await post(server, { query: cheap })
    const answer = (await graph.json()) as GraphQLAnswer
    expect(answer).not.toHaveProperty('data')
    expect(answer.errors?.[0]?.extensions?.code).toBe('RATE_LIMITED')
    const agent = await ask(server, '/mcp', rpc('tools/list'))
    expect(await agent.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'RATE_LIMITED' } } })
    for (const refused of [rest, graph, agent, await ask(server, inAddress(cheap)), await post(server, '{')]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBe(600)
      expect(refused.headers.get('cache-control')).toBe('no-store')
      expect(remaining(refused)).toBe(0)
    }
  })

  test('is answered again when the time is over, as Retry-After says', async () => {
    const server = await limited(1)
    expect((await ask(server, user)).status).toBe(200)
    const refused = await ask(server, user)
    expect(refused.status).toBe(429)
    vi.advanceTimersByTime(Number(refused.headers.get('retry-after')) * 1_000)
    expect((await ask(server, user)).status).toBe(200)
  })

  test('waits no longer when the clock was set back meanwhile', async () => {
    const server = await limited(2, 2)
    await ask(server, user)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await ask(server, user)).headers.get('ratelimit')).toBe('"default";r=0;t=2')
    expect((await ask(server, user)).headers.get('retry-after')).toBe('2')
    vi.advanceTimersByTime(2_000)
    expect((await ask(server, user)).headers.get('ratelimit')).toBe('"default";r=1;t=2')
  })

  test('may still have enough for something cheaper', async () => {
    const cost = await estimated(await post(await limited(1_000), { query: dear }))
    const server = await limited(cost + 1)
    await ask(server, user)
    await ask(server, user)
    for (const refused of [
      await post(server, { query: dear }),
      await ask(server, inAddress(dear)),
      // What is not plain goes another way through the endpoint.
      await post(server, JSON.stringify({ query: dear }), { 'content-type': 'application/json; charset="utf-8"' })
    ]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBe(600)
      expect((await refused.json()) as GraphQLAnswer).toMatchObject({
        errors: [{ message: expect.stringContaining(`costs ${cost}`), extensions: { code: 'RATE_LIMITED' } }]
      })
    }
    expect((await ask(server, user)).status).toBe(200)
  })

  test('and is an agent, is told so by the tool', async () => {
    const cost = await estimated(await post(await limited(1_000), { query: dear }))
    const server = await limited(cost + 2)
    const agent = await overHttp(server.url)
    closing.push(() => agent.close())
    const result = await call(agent, 'graphql', { query: dear })
    expect(JSON.stringify(result)).toMatch(/RATE_LIMITED.*Wait \d+ seconds/)
  })

  test('finds no more addresses', async () => {
    const server = await limited(2)
    const tried = ['/api/v1/nothing', '/api/v2', '/api/v1/users', '/api/v1/search']
    const statuses: number[] = []
    for (const path of tried) statuses.push((await ask(server, path)).status)
    expect(statuses).toEqual([404, 404, 429, 429])
  })

  test('is told at once, before a body is taken in', async () => {
    const server = await limited(1)
    await ask(server, user)
    const refused = await post(server, { query: `{ ${'a '.repeat(50_000)}}` })
    expect(refused.status).toBe(429)
  })
})

test('keys of one name share what they may use, others have their own', async () => {
  const file = ownKeyFile(
    { key: 'shop-1', name: 'shop' },
    { key: 'shop-2', name: 'shop' },
    { key: 'crawler', name: 'crawler', limit: { points: 5, seconds: 60 } }
  )
  closing.push(file.remove)
  const server = await limited(100, 600, { keyFile: file.path })
  const with_ = (key: string) => ask(server, user, { headers: { 'x-gateway-key': key } })
  expect(remaining(await with_('shop-1'))).toBe(99)
  expect(remaining(await with_('shop-2'))).toBe(98)
  expect(remaining(await with_('crawler'))).toBe(4)
  expect(remaining(await with_(testKey))).toBe(99)
})

test('a name whose last key was taken out of the file leaves nothing behind: let in again it begins anew', async () => {
  const crawler = { key: 'crawler', name: 'crawler' }
  const file = ownKeyFile(crawler)
  closing.push(file.remove)
  const server = await limited(1_000, 600, { keyFile: file.path })
  const byCrawler = () => ask(server, user, { headers: { 'x-gateway-key': 'crawler' } })
  expect([remaining(await byCrawler()), remaining(await byCrawler())]).toEqual([999, 998])
  file.put()
  await expect.poll(async () => (await byCrawler()).status).toBe(401)
  file.put(crawler)
  const letIn = await vi.waitFor(async () => {
    const answer = await byCrawler()
    expect(answer.status).toBe(200)
    return answer
  }, 5_000)
  expect(remaining(letIn)).toBe(999)
})

test('a limit of a key counts where there is none for all', async () => {
  const file = ownKeyFile({ key: 'crawler', limit: { points: 5, seconds: 60 } })
  closing.push(file.remove)
  const server = await startServer({ config: { keyFile: file.path } })
  closing.push(server.close)
  const answer = await ask(server, user, { headers: { 'x-gateway-key': 'crawler' } })
  expect(answer.headers.get('ratelimit')).toBe('"default";r=4;t=60')
  expect((await ask(server, user)).headers.has('ratelimit')).toBe(false)
})

describe('rateLimit in the graph', () => {
  const query = '{ rateLimit { limit cost remaining resetAt } }'

  test('says the same as the headers', async () => {
    const server = await limited(100)
    const began = Date.now()
    const answer = await post(server, { query })
    const { rateLimit } = ((await answer.json()) as GraphQLAnswer<{ rateLimit: Record<string, number | string> }>)
      .data as { rateLimit: Record<string, number | string> }
    expect(rateLimit).toMatchObject({ limit: 100, cost: 1, remaining: 99 })
    const resetMs = new Date(rateLimit.resetAt as string).getTime() - began
    expect(resetMs).toBe(600_000)
    expect(remaining(answer)).toBe(99)
  })

  test.each([
    ['by plan', true],
    ['without plans', false]
  ])('is never kept, alone or beside what is, %s', async (_, queryPlans) => {
    const server = await limited(10_000, 600, { queryPlans })
    for (const each of [query, `{ ${cheap.slice(2, -2)} rateLimit { cost remaining } }`]) {
      for (const once of [() => post(server, { query: each }), () => ask(server, inAddress(each))]) {
        let before = Number.POSITIVE_INFINITY
        const tags = new Set<string | null>()
        for (let round = 0; round < 5; round += 1) {
          const answer = await once()
          const body = (await answer.json()) as GraphQLAnswer<{ rateLimit: { remaining: number; cost: number } }>
          const { remaining: now = Number.NaN, cost = Number.NaN } = body.data?.rateLimit ?? {}
          expect(now).toBe(remaining(answer))
          expect(now).toBeLessThan(before)
          expect(cost).toBe(body.extensions?.cost?.estimated)
          before = now
          tags.add(answer.headers.get('etag'))
          const caching = answer.headers.get('cache-control')
          if (caching !== null) expect(caching).toBe('private, max-age=0')
        }
        // Of GET, each answer is another.
        expect([1, 5]).toContain(tags.size)
      }
    }
  })

  test('is null for a key without a limit, and that too is told to this key alone', async () => {
    const file = ownKeyFile({ key: 'crawler', limit: { points: 50, seconds: 60 } })
    closing.push(file.remove)
    const server = await startServer({ config: { keyFile: file.path } })
    closing.push(server.close)
    const mixed = `{ ${cheap.slice(2, -2)} rateLimit { limit } }`
    for (let round = 0; round < 4; round += 1) {
      const ours = await post(server, { query: mixed })
      expect(((await ours.json()) as GraphQLAnswer).data).toMatchObject({ rateLimit: null })
      const theirs = await post(server, { query: mixed }, { 'x-gateway-key': 'crawler' })
      expect(((await theirs.json()) as GraphQLAnswer).data).toMatchObject({ rateLimit: { limit: 50 } })
    }
  })
})

const cannotStop = isLeftOut(hasRedisServer(), 'limits in a Redis that stops, as there is no redis-server to start')

describe.skipIf(cannotStop)('replicas with one Redis', () => {
  const points = 200

  /** From here on a slow machine is never too late for the time that an answer of Redis may take. */
  const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  const replicas = async () => {
    const redis = await startRedis()
    closing.push(redis.close)
    const cache = { kind: 'redis', url: redis.url } as const
    return { redis, servers: [await limited(points, 600, { cache }), await limited(points, 600, { cache })] as const }
  }
  /** Asks until it is refused, from one after the other. */
  const spendAll = async (servers: readonly TestServer[]): Promise<number> => {
    for (let answered = 0; answered < 4 * points; answered += 1) {
      const { status } = await ask(servers[answered % servers.length] as TestServer, user)
      if (status === 429) return answered
      expect(status).toBe(200)
    }
    throw new Error('nobody was refused')
  }

  test('share what a key may use', async () => {
    stopClock()
    const { redis, servers } = await replicas()
    const client = createClient({ url: redis.url })
    await client.connect()
    closing.push(() => client.destroy())
    const leased = async () => {
      const [key = ''] = await client.keys('*:limits:*')
      return Number(await client.get(key))
    }
    // The connections are there a moment later; until then each counts for itself.
    let before = 0
    for (const server of servers) {
      const known = await leased()
      const spend = async () => {
        before += 1
        await ask(server, user)
        return leased()
      }
      await expect.poll(spend).toBeGreaterThan(known)
    }
    const answered = await spendAll(servers)
    // What one has leased the other cannot spend, and the first slice of each may have come from its memory.
    expect(answered).toBeLessThanOrEqual(points * 1.04)
    expect(answered + before).toBeGreaterThan(points * 0.7)
  })

  test('give a counter an end that has none', async () => {
    stopClock()
    const { redis, servers } = await replicas()
    const client = createClient({ url: redis.url })
    await client.connect()
    closing.push(() => client.destroy())
    const [first, second] = servers
    const leased = async () => {
      await ask(first, user)
      return client.keys('*:limits:*')
    }
    await expect.poll(leased).toHaveLength(1)
    const [key = ''] = await client.keys('*:limits:*')
    await client.persist(key)
    const ended = async () => {
      expect((await ask(second, user)).status).toBe(200)
      return client.pTTL(key)
    }
    await expect.poll(ended).toBeGreaterThan(590_000)
  })

  test('go on without it, each by itself', async () => {
    const { redis, servers } = await replicas()
    const [server] = servers
    expect((await ask(server, user)).status).toBe(200)
    await redis.kill()
    const answered = await spendAll([server])
    // From where it was: Redis had told of one slice.
    expect(answered).toBeLessThanOrEqual(points - 1)
    expect(answered).toBeGreaterThan(points * 0.9)
  })

  test('go on while it hangs', async () => {
    const { redis, servers } = await replicas()
    expect((await ask(servers[0], user)).status).toBe(200)
    redis.stop()
    for (let round = 0; round < 100; round += 1) expect((await ask(servers[0], user)).status).toBe(200)
    redis.goOn()
  })
})
