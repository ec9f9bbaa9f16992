import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { type Entry, packEntry, unpackEntry } from '../src/cache/entry.ts'
import { isPlausible } from '../src/cache/entry-check.ts'
import { lifetimeOf } from '../src/cache/lifetimes.ts'
import { SharedStore, type SharedStoreEvent } from '../src/cache/shared-store.ts'
import type { Config } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { Memory } from '../src/core/memory.ts'
import { writeQuery } from '../src/engines/filters/query.ts'
import { missingIn, withMissing } from '../src/records/missing-fields.ts'
import { startFacade } from './chain.ts'
import { type FakeUpstream, failure, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { freePort } from './free-port.ts'
import { isLeftOut } from './ignored-terms.ts'
import { hasRedisServer, isListening, openRedis, type RedisClient, startRedis } from './own-redis.ts'
import { startServer, type TestServer } from './server.ts'

const commonRedis = 'redis://127.0.0.1:6379'
const hasNoRedis = isLeftOut(await isListening(6379), 'what replicas share, as no Redis answers on 127.0.0.1:6379')
/** Tests that stop and kill one have their own. */
const cannotStop = isLeftOut(hasRedisServer(), 'a Redis that stops, as there is no redis-server to start')

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})
const kept = <T extends { close(): Promise<unknown> }>(thing: T): T => {
  closing.push(() => thing.close())
  return thing
}

/** From here on a slow machine is never too late for the 50 ms of an operation, and who waits for a timer waits for ever. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const { signal } = new AbortController()

test('a Redis that cannot be reached is logged once, and nothing depends on it', async () => {
  const logged: string[] = []
  const log = createLog('warn', { write: (line: string) => logged.push(line) })
  const url = `redis://127.0.0.1:${await freePort()}`
  const server = kept(await startServer({ log, config: { cache: { kind: 'redis', url } } }))
  await expect.poll(() => logged.join('')).toContain('the Redis at CACHE_URL cannot be used (ECONNREFUSED)')
  expect((await server.get('/api/v1/search?q=a')).status).toBe(200)
  expect(logged.filter((line) => line.includes('Redis'))).toHaveLength(1)
})

describe.skipIf(hasNoRedis)('replicas with one Redis', () => {
  let client: RedisClient
  const namespaces = new Set<string>()
  beforeAll(async () => {
    client = await openRedis(commonRedis)
  })
  afterAll(async () => {
    // Only what was put there by these tests.
    for (const namespace of namespaces) {
      for await (const keys of client.scanIterator({ MATCH: `${namespace}*`, COUNT: 500 })) {
        if (keys.length > 0) await client.del(keys)
      }
    }
    await client.close()
  })

  const keysLike = async (pattern: string): Promise<string[]> => {
    const found: string[] = []
    for await (const keys of client.scanIterator({ MATCH: pattern, COUNT: 500 })) found.push(...keys)
    return found
  }

  let fake: FakeUpstream
  beforeAll(async () => {
    fake = await startFakeUpstream()
  })
  afterAll(() => fake.close())
  const sounds = () =>
    fake.says(
      speaking(({ path }) => {
        const id = path.split('/').at(-1) ?? ''
        return id.startsWith('404')
          ? failure(404, 'NOT_FOUND')
          : success({ sound_id: id, title: `sound ${id}`, author: 'A', posts_count: fake.asked.length })
      })
    )

  const cache: Config['cache'] = { kind: 'redis', url: commonRedis }
  let look = 1_000
  /** Each test reads from an address of its own, so that none finds what another left. */
  const replicas = async (count: number, now: () => number = Date.now) => {
    stopClock()
    const url = new URL(`/${randomUUID()}`, fake.url)
    namespace = `clipgraph:${createHash('sha256').update(url.href).digest('hex').slice(0, 12)}`
    namespaces.add(namespace)
    const servers: TestServer[] = []
    for (let index = 0; index < count; index += 1) {
      servers.push(kept(await startFacade(url.href, { now, config: { cache } })))
    }
    sounds()
    // The connections to Redis are there a moment later. What is in memory says nothing of them, so each look is a new one.
    for (const server of servers) {
      await expect
        .poll(() => server.get(`/api/v1/sounds/${++look}`).then(() => metric(server, 'ok')), { interval: 10 })
        .toBeGreaterThan(0)
    }
    fake.asked.length = 0
    return servers as [TestServer, TestServer, ...TestServer[]]
  }
  let namespace = ''
  const metric = async (server: TestServer, outcome: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`shared_cache_operations_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }

  /** Redis takes what one connection sends in order: when a later look-up is answered, what this server had to write is there. */
  const written = async (server: TestServer) => {
    await server.get(`/api/v1/sounds/${++look}`)
    fake.asked.pop()
  }

  /** The key in Redis of a sound that the replicas of this test have read. */
  const keyOf = async (id: string): Promise<string> => {
    const key = (await keysLike(`${namespace}*`)).find((name) => new RegExp(`sound\\W+${id}\\W*$`).test(name))
    if (key === undefined) throw new Error(`sound ${id} is not in Redis`)
    return key
  }

  test('read once between them: the second one’s cold read makes no upstream call', async () => {
    const [first, second] = await replicas(2)
    const one = await first.get('/api/v1/sounds/7')
    await written(first)
    const two = await second.get('/api/v1/sounds/7')
    expect(one.body.meta.cached).toBe(false)
    expect(two.body.meta.cached).toBe(true)
    expect(two.body.data).toEqual(one.body.data)
    expect(two.headers.get('etag')).toBe(one.headers.get('etag'))
    expect(fake.asked).toHaveLength(1)
    // What does not exist is shared too.
    expect((await first.get('/api/v1/sounds/4041')).status).toBe(404)
    await written(first)
    expect((await second.get('/api/v1/sounds/4041')).status).toBe(404)
    expect(fake.asked).toHaveLength(2)
    // The second replica answers from its own memory from then on.
    const before = await metric(second, 'ok')
    await second.get('/api/v1/sounds/7')
    expect(await metric(second, 'ok')).toBe(before)
  })

  test('ask once each, not more, when all of them miss at the same time', async () => {
    const servers = await replicas(3)
    await Promise.all(servers.flatMap((server) => Array.from({ length: 50 }, () => server.get('/api/v1/sounds/8'))))
    expect(fake.asked.length).toBeLessThanOrEqual(3)
  })

  test('take what another has renewed instead of renewing it again', async () => {
    let now = Date.now()
    const [first, second] = await replicas(2, () => now)
    await first.get('/api/v1/sounds/7')
    await written(first)
    await second.get('/api/v1/sounds/7')
    now += 3 * hours
    expect((await first.get('/api/v1/sounds/7')).body.meta.cached).toBe(false)
    await written(first)
    const renewed = await second.get('/api/v1/sounds/7')
    expect(renewed.body.meta.cached).toBe(true)
    expect(Number(renewed.headers.get('age'))).toBe(0)
    expect(fake.asked).toHaveLength(2)
  })

  test('keep serving what one of them has read after the upstream is gone, and after a restart', async () => {
    let now = Date.now()
    const [first, second] = await replicas(2, () => now)
    await first.get('/api/v1/sounds/7')
    await written(first)
    fake.says(
      speaking(() => {
        // Redis has been asked by now, and retries wait.
        vi.useRealTimers()
        return { status: 500, body: '' }
      })
    )
    now += 20 * hours
    const { status, body, headers } = await second.get('/api/v1/sounds/7')
    expect(status).toBe(200)
    expect(body.meta.cached).toBe(true)
    expect(headers.get('cache-control')).toBe('private, max-age=0')
    now += 6 * hours
    expect((await second.get('/api/v1/sounds/7')).status).toBe(502)
  })

  test.each([
    ['garbage', 'garbage'],
    ['nothing', ''],
    ['other JSON', '{"a":1}'],
    ['a value without its wrapping', '[1,1,9999999999999,{"sound_id":"7"}]'],
    ['an entry of another form', '{"value":[2,1,9999999999999,{"sound_id":"7"}]}'],
    ['an entry that is cut off', '{"value":[1,1,9999999999999,{"sound_id":'],
    ['an entry with text for times', '{"value":[1,"1","9999999999999",{"sound_id":"7"}]}'],
    ['an entry with text for a value', '{"value":[1,1,9999999999999,"7"]}'],
    ['null', 'null'],
    ['a number', '5']
  ])('take %s under a key for a miss, and put it right', async (_, planted) => {
    const [first, second] = await replicas(2)
    await first.get('/api/v1/sounds/7')
    await first.get('/api/v1/sounds/6')
    await written(first)
    const key = await keyOf('7')
    await client.set(key, planted)
    const failed = await metric(second, 'failed')
    fake.asked.length = 0
    // Two at once, in one look-up: the sound one is not lost with the broken one.
    const { data } = await second.query<{ a: unknown; b: unknown }>(
      '{ a: sound(soundId: "6") { title posts(first: 1) { nodes { id } } } b: sound(soundId: "7") { title } }'
    )
    expect(data?.b).toEqual({ title: 'sound 7' })
    expect(
      fake.asked.map(({ path }) => path.split('/').slice(-2).join('/')).filter((path) => path.startsWith('sounds/'))
    ).toEqual(['sounds/7'])
    await written(second)
    expect(await client.get(key)).toContain('sound 7')
    // Nor is it a failure, of which a few would have Redis left alone.
    expect(await metric(second, 'failed')).toBe(failed)
  })

  test('read a value of another type under a key as a miss', async () => {
    const [first, second] = await replicas(2)
    await first.get('/api/v1/sounds/6')
    await written(first)
    const key = await keyOf('6')
    await client.del(key)
    await client.lPush(key, 'x')
    expect((await second.get('/api/v1/sounds/6')).status).toBe(200)
    await client.del(key)
  })

  test('do not share with deployments that read different data', async () => {
    const [first] = await replicas(1)
    const [other] = await replicas(1)
    await first.get('/api/v1/sounds/7')
    await written(first)
    await other.get('/api/v1/sounds/7')
    expect(fake.asked).toHaveLength(2)
  })

  test('leave nothing in Redis without an end', async () => {
    const [first] = await replicas(1)
    await first.get('/api/v1/sounds/6')
    await first.get('/api/v1/sounds/4045')
    await written(first)
    const keys = await keysLike(`${namespace}*`)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) {
      const left = await client.pTTL(key)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(/\W404\d\W*$/.test(key) ? 30 * seconds : 25 * hours)
    }
  })

  test('never share an entry between different arguments', async () => {
    const servers = await replicas(2)
    fake.says(
      speaking(({ url }) =>
        url.includes('/users/')
          ? success({ user_id: '1', username: 'u', display_name: url })
          : success([{ post_id: '1', created_at: 1, caption: url }], { cursor: 'c', has_more: false })
      )
    )
    const different = [
      '/api/v1/users/u',
      '/api/v1/users/u?region=JP',
      '/api/v1/users/u?region=US',
      '/api/v1/users/by-id/1',
      '/api/v1/search?q=tea',
      '/api/v1/search?q=Tea',
      '/api/v1/search?q=tea&count=3',
      '/api/v1/search?q=tea%22,20',
      '/api/v1/search/videos?q=tea',
      '/api/v1/sounds/1/posts',
      '/api/v1/places/1/posts',
      '/api/v1/collections/1/posts',
      '/api/v1/challenges/1/posts'
    ]
    const text = async (server: TestServer, path: string) => JSON.stringify((await server.get(path)).body.data)
    const first = await Promise.all(different.map((path) => text(servers[0], path)))
    expect(new Set(first).size).toBe(different.length)
    await written(servers[0])
    expect(await Promise.all(different.map((path) => text(servers[1], path)))).toEqual(first)
    expect(fake.asked).toHaveLength(different.length)
    // Spellings of the same thing are one.
    for (const same of [
      '/api/v1/users/@U',
      '/api/v1/users/u?region=jp',
      '/api/v1/search?keyword=tea&q=x',
      '/api/v1/search?q=%20tea&cursor=0&count=20'
    ]) {
      await servers[1].get(same)
    }
    expect(fake.asked).toHaveLength(different.length)
  })
})

describe('the form of entries in a store shared with others', () => {
  test('is read back as it was written', () => {
    for (const value of [null, [], {}, [{ a: 1 }], { a: null }]) {
      const entry = { value, at: 1, freshUntil: 2 }
      expect(unpackEntry(JSON.parse(JSON.stringify(packEntry(entry))))).toEqual(entry)
    }
  })

  test('is that of groups of what has no id, too', () => {
    const query = { of: null, where: null, order: null }
    const facet = { kind: 'groups', by: 'HASHTAG', order: 'COUNT', first: 1 } as const
    const sums = { plays: 1, likes: null, comments: null, shares: null, saves: null, reposts: null }
    const value = {
      ...{ count: null, plays: null, likes: null, duration_seconds: null, engagement_rate: null, sums: null },
      ...{ timeline: null, groups: [{ id: '#wood', name: 'Wood', posts: 1, sums, engagement_rate: null }] }
    }
    const entry = { value, at: 1, freshUntil: 2 }
    expect(isPlausible(`postSummary\0${writeQuery({ query, facet })}`, entry, 1)).toBe(true)
  })

  test('keeps which fields of its records are missing, and drops an entry that names others', () => {
    const again = (value: object): Entry<object> | undefined =>
      unpackEntry(JSON.parse(JSON.stringify(packEntry({ value, at: 1, freshUntil: 2 }))))
    const room = withMissing({ title: '', streamer: { display_name: 'a' } }, 'title,streamer.display_name')
    const read = again(room)?.value as typeof room
    expect([missingIn(read), missingIn(read.streamer)]).toEqual([missingIn(room), ['display_name']])
    const page = again({ items: [{ plays: 1 }, withMissing({ plays: 0 }, 'plays,likes')], positions: ['1', '2'] })
    const { items = [] } = (page?.value ?? {}) as { items?: object[] }
    expect(items.map(missingIn)).toEqual([[], ['plays', 'likes']])
    expect(again(withMissing({}, 'no_field'))).toBe(undefined)
    expect(unpackEntry([2, 1, 2, {}, { 'items.0': 'plays' }])).toBe(undefined)
  })
})

describe('a shared cache in trouble', () => {
  /** Something that takes connections and says what it wants, which is mostly nothing. */
  const startSilence = async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.resume()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return kept({
      url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      close: async () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
    })
  }
  const openStore = (url: string) => {
    const events: SharedStoreEvent[] = []
    const store = kept(
      new SharedStore({
        url,
        namespace: `test:${randomUUID()}`,
        observe: (event) => events.push(event),
        onProblem: () => {}
      })
    )
    return { store, events }
  }
  /** Whether something has come about yet. */
  const watched = (work: Promise<unknown>) => {
    const state = { isOver: false }
    void work.finally(() => {
      state.isOver = true
    })
    return state
  }

  test('costs nothing when it is not there, not even a turn of the event loop', async () => {
    const { store, events } = openStore('redis://127.0.0.1:9')
    const all = watched(Promise.all(Array.from({ length: 1_000 }, () => store.get(['a', 'b']))))
    await turn()
    expect(all.isOver).toBe(true)
    expect(new Set(events)).toEqual(new Set(['failed']))
  })

  test.skipIf(cannotStop)('costs 50 ms when it stops, and after three times nothing for a second', async () => {
    const redis = kept(await startRedis())
    stopClock()
    const { store, events } = openStore(redis.url)
    await expect.poll(() => store.get(['a']).then(() => events.at(-1))).toBe('ok')
    redis.stop()
    events.length = 0
    for (let index = 0; index < 3; index += 1) {
      const reading = store.get(['a', 'b'])
      const state = watched(reading)
      await vi.advanceTimersByTimeAsync(49)
      expect(state.isOver).toBe(false)
      vi.advanceTimersByTime(1)
      expect(await reading).toEqual([undefined, undefined])
    }
    expect(events).toEqual(['failed', 'failed', 'failed'])
    vi.advanceTimersByTime(999)
    await Promise.all(Array.from({ length: 1_000 }, () => store.get(['a'])))
    expect(new Set(events.slice(3))).toEqual(new Set(['skipped']))
    vi.advanceTimersByTime(1)
    events.length = 0
    // One finds out for all.
    const all = Promise.all(Array.from({ length: 100 }, () => store.get(['a'])))
    vi.advanceTimersByTime(50)
    await all
    expect(events.filter((event) => event === 'failed')).toHaveLength(1)
    redis.goOn()
    vi.advanceTimersByTime(1_000)
    await store.get(['a'])
    expect(events.at(-1)).toBe('ok')
  })

  test.skipIf(cannotStop)(
    'that is stopped, killed and restarted under load fails no request, slows few, and is used again without help',
    async () => {
      const redis = kept(await startRedis())
      const fake = kept(await startFakeUpstream(speaking(() => failure(404, 'NOT_FOUND'))))
      const facade = kept(await startFacade(fake.url, { config: { cache: { kind: 'redis', url: redis.url } } }))
      let next = 0
      const operations = async (outcome: SharedStoreEvent) => {
        const text = await (await fetch(`${facade.url}/metrics`)).text()
        return Number(new RegExp(`shared_cache_operations_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
      }
      /** Requests until so many operations came to this. */
      const load = async (outcome: SharedStoreEvent, count: number) => {
        const enough = (await operations(outcome)) + count
        while ((await operations(outcome)) < enough) {
          const asked = Array.from({ length: 4 }, () => facade.get(`/api/v1/live/nobody.${++next}/alive`))
          for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
        }
      }
      stopClock()
      await load('ok', 40)
      redis.stop()
      // The four under way find out, and one more after a second's rest.
      vi.setTimerTickMode('interval', 20)
      await load('failed', 5)
      vi.setTimerTickMode('manual')
      // Nobody waits any more, for by a clock that stands still it would be for ever.
      await load('skipped', 40)
      redis.goOn()
      vi.advanceTimersByTime(1_000)
      await load('ok', 40)
      await redis.kill()
      await load('failed', 40)
      await redis.restart()
      vi.advanceTimersByTime(1_000)
      await load('ok', 40)
    }
  )

  test('does not keep the process from ending its work, nor an answer from coming', async () => {
    const store = new SharedStore({
      url: (await startSilence()).url,
      namespace: 'x',
      observe: () => {},
      onProblem: () => {}
    })
    const cache = new Cache({ memory: new Memory(1_000_000), shared: store })
    stopClock()
    const [found] = await cache.read(
      ['k'],
      { lifetime: () => lifetimeOf('sound', 1), fetch: async () => ['found'] },
      signal
    )
    expect(found).toMatchObject({ value: 'found', cached: false })
    await cache.close()
  })
})

describe('how long answers serve', () => {
  const random = { value: 0 }
  const open = () => {
    const clock = { now: 1_780_000_000_000 }
    const cache = kept(new Cache({ memory: new Memory(1_000_000), now: () => clock.now, random: () => random.value }))
    const asked: number[] = []
    let script: () => unknown = () => ({ version: asked.length })
    const read = async (kind: 'post' | 'liveRoom') => {
      const [outcome] = await cache.read(
        ['k'],
        {
          lifetime: (value) => lifetimeOf(kind, value),
          fetch: async () => {
            asked.push(clock.now)
            const value = script()
            if (value instanceof Error) throw value
            return [value]
          }
        },
        signal
      )
      return outcome
    }
    const says = (next: () => unknown) => {
      script = next
    }
    return { clock, asked, read, says }
  }
  const broken = async () => {
    const { ApiError } = await import('../src/core/errors.ts')
    return new ApiError('UPSTREAM_ERROR')
  }

  test.each([0, 0.5, 1])('is spread over the last tenth of a lifetime (%d)', async (value) => {
    random.value = value
    const { clock, read } = open()
    const outcome = await read('post')
    if (outcome === undefined || outcome instanceof Error) throw new Error('must be read')
    const share = (outcome.freshUntil - clock.now) / (5 * minutes)
    expect(share).toBeGreaterThanOrEqual(0.9)
    expect(share).toBeLessThanOrEqual(1)
    random.value = 0
  })

  test('posts: fresh for 5 minutes, renewed behind the scenes for 5 more, on failure up to 24 hours, then not', async () => {
    const { clock, asked, read, says } = open()
    const began = clock.now
    await read('post')
    clock.now = began + 5 * minutes - 1
    expect(await read('post')).toMatchObject({ cached: true, value: { version: 1 } })
    expect(asked).toHaveLength(1)
    const failing = await broken()
    says(() => failing)
    clock.now = began + 10 * minutes - 1
    expect(await read('post')).toMatchObject({ cached: true, value: { version: 1 } })
    await turn()
    expect(asked).toHaveLength(2)
    clock.now = began + 24 * hours
    expect(await read('post')).toMatchObject({ cached: true, value: { version: 1 } })
    expect(asked).toHaveLength(3)
    clock.now = began + 24 * hours + 5 * minutes
    await expect(read('post')).resolves.toBe(failing)
    says(() => ({ version: 'new' }))
    expect(await read('post')).toMatchObject({ cached: false, value: { version: 'new' } })
  })

  test('what is live: fresh for 2 minutes, asked for anew then, on failure 2 minutes more', async () => {
    const { clock, read, says } = open()
    const began = clock.now
    await read('liveRoom')
    clock.now = began + 2 * minutes
    expect(await read('liveRoom')).toMatchObject({ cached: false })
    const renewed = clock.now
    const failing = await broken()
    says(() => failing)
    clock.now = renewed + 4 * minutes - 1
    expect(await read('liveRoom')).toMatchObject({ cached: true })
    clock.now = renewed + 4 * minutes
    await expect(read('liveRoom')).resolves.toBe(failing)
  })

  test('what does not exist: 30 seconds, and not a moment longer when the source fails', async () => {
    const { clock, asked, read, says } = open()
    says(() => null)
    const began = clock.now
    await read('post')
    clock.now = began + 30 * seconds - 1
    expect(await read('post')).toMatchObject({ cached: true, value: null })
    expect(asked).toHaveLength(1)
    const failing = await broken()
    says(() => failing)
    clock.now = began + 30 * seconds
    await expect(read('post')).resolves.toBe(failing)
  })
})
