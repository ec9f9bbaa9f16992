import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest'
import { breakerRules } from '../src/store/upstream/calls.ts'
import { startDeployment, startFacade, ways } from './chain.ts'
import { faultCases, faultTable, type Observation, observe, temperatures } from './fault-cases.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { findFixtures } from './fixtures.ts'
import { type TestServer, type TestServerOptions, testKey } from './server.ts'

const handles = findFixtures().known.user
const path = (index: number) => `/api/v1/users/${handles[index]}`
/** Look-ups of things that do not exist are calls too, and there is no end of them. */
const another = (() => {
  let next = 0
  return () => `/api/v1/users/nobody.${++next}`
})()

let deployment: TestServer
beforeAll(async () => {
  deployment = await startDeployment()
})
afterAll(() => deployment.close())

/** From here on time passes as the event loop turns, 20 ms at most each time: nothing is late because the machine stood still. */
const slowClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }).setTimerTickMode('interval', 20)

test('every fault has its rows in the docs', () => {
  const page = readFileSync(new URL('../docs/faults.md', import.meta.url), 'utf8')
  const withoutTimes = page.replace(/ \d+ ms \|$/gm, ' |')
  const { head, rows } = faultTable(() => '')
  expect(withoutTimes).toContain(head)
  for (const row of rows) expect(withoutTimes).toContain(row.replace(/ \|\s+\|$/, ' |'))
  expect(withoutTimes.match(/^\| .* \| (cold|warm|stale|old) \|/gm)).toHaveLength(rows.length)
})

describe.each(ways)('every fault by %s, with and without something in the cache,', (way) => {
  const situations = faultCases.flatMap((faultCase) =>
    temperatures.map((temperature) => [faultCase.name, temperature, faultCase] as const)
  )
  type Situation = (typeof situations)[number]
  const seen = new Map<string, Observation>()
  const see = async ([name, temperature, faultCase]: Situation) => {
    seen.set(`${name}, ${temperature}`, await observe(deployment, faultCase, temperature, path(0), way))
  }
  // Those that wait for what does not come, at once; beside them the others one by one, so that none is slow because of the rest.
  beforeAll(async () => {
    slowClock()
    const isLong = ([, temperature, { expected }]: Situation) => expected[temperature].withinMs >= 1_000
    const short = async () => {
      for (const situation of situations) if (!isLong(situation)) await see(situation)
    }
    await Promise.all([...situations.filter(isLong).map(see), short()])
  })
  afterAll(() => {
    vi.useRealTimers()
  })

  test.each(situations)('is answered as the table says: %s, %s', (name, temperature, faultCase) => {
    const { status, cached, withinMs, calls } = faultCase.expected[temperature]
    const row = seen.get(`${name}, ${temperature}`)
    expect(row).toMatchObject({ status, cached })
    expect(row?.calls).toBeGreaterThanOrEqual(calls[0])
    // What its graph does not answer is asked by REST.
    expect(row?.calls).toBeLessThanOrEqual(calls[1] === 0 || way === 'REST' ? calls[1] : calls[1] + 1)
    // The bound of the table is for one alone on the machine.
    expect(row?.ms).toBeLessThan(withinMs + 3_000)
  })
})

describe.each(ways)('an upstream in trouble that is asked by %s', (way) => {
  const isByGraph = way === 'graph'
  /** From here on time passes only when a test says so: who waits for a timer waits for ever, and the breaker stays as it is. */
  const stopClock = () => vi.setTimerTickMode('manual')
  /** Waits by the real clock, until the time limit of the test. */
  const until = async (hasHappened: () => boolean | Promise<boolean>) => {
    while (!(await hasHappened())) await pause(5)
  }

  /** A facade behind a proxy that makes the trouble; closed when the test is over. */
  const open = async ({ onTestFinished }: TestContext, options: TestServerOptions = {}) => {
    slowClock()
    const proxy = await startFaultProxy(deployment.url)
    const clock = { now: Date.now() }
    const facade = await startFacade(proxy.url, { now: () => clock.now, way, ...options })
    onTestFinished(async () => {
      vi.useRealTimers()
      await facade.close()
      await proxy.close()
    })
    await fetch(`${facade.url}/readyz`)
    proxy.counts.requests = 0

    const events = async (event: string): Promise<number> => {
      const text = await (await fetch(`${facade.url}/metrics`)).text()
      return Number(new RegExp(`clipgraph_upstream_events_total\\{event="${event}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    }
    /** Enough failures in a row for the breaker to open; tells how many requests it took. */
    const breakOpen = async (): Promise<number> => {
      for (let requests = 1; requests <= 60; requests += 1) {
        const before = proxy.counts.requests
        await facade.get(another())
        if (proxy.counts.requests === before && (await events('breaker_open')) > 0) return requests - 1
      }
      throw new Error('the breaker did not open')
    }
    return { proxy, facade, clock, events, breakOpen }
  }

  test('is no reason to send everybody away who could be served from the cache', async (context) => {
    const { proxy, facade } = await open(context)
    await facade.get(path(0))
    await proxy.set({ kind: 'refusal' })
    expect((await facade.get(another())).status).toBeGreaterThanOrEqual(502)
    expect((await fetch(`${facade.url}/readyz`)).status).toBe(200)
  })

  test('leaves a facade ready as long as something of it may still be served, and no longer', async (context) => {
    const { proxy, facade, clock } = await open(context)
    const readiness = async () => (await fetch(`${facade.url}/readyz`)).status
    await proxy.set({ kind: 'refusal' })
    // The text of the query is kept, though nothing can be read for it.
    const query = `{ user(by: { username: "${handles[0]}" }) { bio } }`
    const persistedQuery = { version: 1, sha256Hash: hash('sha256', query) }
    const answer = await fetch(`${facade.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query, extensions: { persistedQuery } })
    })
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] })
    expect(await readiness()).toBe(503)
    await proxy.set({ kind: 'none' })
    await facade.get(path(0))
    await proxy.set({ kind: 'refusal' })
    clock.now += 24 * 3_600_000
    expect(await readiness()).toBe(200)
    clock.now += 3_600_000
    expect(await readiness()).toBe(503)
  })

  test('gets one call for 1,000 simultaneous reads of the same thing', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'latency', ms: 200 })
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => facade.get(path(0))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(proxy.counts.requests).toBe(1)
  })

  test('gets at most 1.2 calls a request before the breaker opens, and none while it is open, when answers come at once', async (context) => {
    const { proxy, facade, breakOpen } = await open(context)
    await proxy.set({ kind: 'status', status: 500 })
    const requests = await breakOpen()
    // The query that failed is asked by REST.
    expect((proxy.counts.requests - (isByGraph ? 1 : 0)) / requests).toBeLessThanOrEqual(1.2)
    stopClock()
    const before = proxy.counts.requests
    for (let index = 0; index < 100; index += 1) {
      const { status, headers, body } = await facade.get(another())
      expect(status).toBe(503)
      expect(body.error?.code).toBe('UNAVAILABLE')
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
    }
    expect(proxy.counts.requests).toBe(before)
  })

  test('is served for from the cache while the breaker is open, and is asked again after five seconds', async (context) => {
    const { proxy, facade, clock, events } = await open(context)
    for (const index of [0, 1, 2]) await facade.get(path(index))
    clock.now += 12 * 3_600_000
    await proxy.set({ kind: 'refusal' })
    for (let index = 0; index < 25; index += 1) await facade.get(another())
    stopClock()
    expect(await events('breaker_open')).toBe(1)
    for (const index of [0, 1, 2]) {
      const { status, body, headers } = await facade.get(path(index))
      expect(status).toBe(200)
      expect(body.meta.cached).toBe(true)
      expect(headers.get('cache-control')).toBe('private, max-age=0')
      expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(12 * 3_600)
    }
    await proxy.set({ kind: 'none' })
    vi.advanceTimersByTime(5_000)
    expect((await facade.get(path(0))).body.meta.cached).toBe(false)
    expect((await facade.get(another())).status).toBe(404)
  })

  test('opens the breaker as soon, however many clients left before', async (context) => {
    const { proxy, facade, breakOpen } = await open(context)
    await proxy.set({ kind: 'blackhole' })
    stopClock()
    const leaving = new AbortController()
    const left: Promise<unknown>[] = []
    for (let clients = 1; clients <= 40; clients += 1) {
      left.push(facade.get(another(), { signal: leaving.signal }).catch(() => 'left'))
      await until(() => proxy.counts.requests === clients)
    }
    leaving.abort()
    await Promise.all(left)
    await until(() => proxy.open === 0)
    await proxy.set({ kind: 'reset' })
    vi.setTimerTickMode('interval', 20)
    expect(await breakOpen()).toBeLessThanOrEqual(25)
  })

  test('is tried by one call at a time when the breaker half opens, and nobody waits for that one', async (context) => {
    const { proxy, facade, events, breakOpen } = await open(context)
    await proxy.set({ kind: 'reset' })
    await breakOpen()
    await proxy.set({ kind: 'blackhole' })
    stopClock()
    vi.advanceTimersByTime(5_000)
    proxy.counts.requests = 0
    const trial = facade.get(another())
    await until(() => proxy.counts.requests === 1)
    const others = await Promise.all(Array.from({ length: 20 }, () => facade.get(another())))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]))
    vi.advanceTimersByTime(2_000)
    await until(async () => (await events('breaker_open')) === 2)
    // As long as it takes to try again, and find the breaker open.
    vi.advanceTimersByTime(100)
    expect((await trial).status).toBeGreaterThanOrEqual(503)
    expect((await facade.get(another())).status).toBe(503)
    expect(proxy.counts.requests).toBe(1)
    expect(await events('breaker_closed')).toBe(0)
  })

  test.for([
    ['closes', 'none', 'breaker_closed', 404],
    ['opens', 'truncation', 'breaker_open', 503]
  ] as const)('is tried by a call that outlives its client: the breaker %s then', async (situation, context) => {
    const [, kind, event, status] = situation
    const { proxy, facade, events, breakOpen } = await open(context)
    await proxy.set({ kind: 'reset' })
    await breakOpen()
    const held = Promise.withResolvers<void>()
    await proxy.set({ kind: 'held', until: held.promise })
    stopClock()
    vi.advanceTimersByTime(5_000)
    proxy.counts.requests = 0
    const leaving = new AbortController()
    const impatient = facade.get(another(), { signal: leaving.signal }).catch(() => 'left')
    await until(() => proxy.counts.requests === 1)
    leaving.abort()
    expect(await impatient).toBe('left')
    // Nobody waits for the trial.
    expect((await facade.get(another())).status).toBe(503)
    const before = await events(event)
    await proxy.set({ kind })
    held.resolve()
    await until(async () => (await events(event)) > before)
    expect((await facade.get(another())).status).toBe(status)
  })

  test('that refuses the key is asked again after five seconds, and not for every request', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'status', status: 401 })
    stopClock()
    // It answered a moment ago, and might refuse some requests only.
    vi.advanceTimersByTime(2_000)
    const askAll = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => facade.get(another())))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]))
    }
    expect((await facade.get(another())).status).toBe(502)
    await askAll()
    // The graph may be closed to a key that REST is open to.
    expect(proxy.counts.requests).toBe(isByGraph ? 2 : 1)
    await proxy.set({ kind: 'none' })
    vi.advanceTimersByTime(5_000)
    expect((await facade.get(another())).status).toBe(404)
  })

  test('before which something forbids one call is asked the others, until it forbids most', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'status', status: 403 })
    stopClock()
    vi.advanceTimersByTime(2_000)
    expect((await facade.get(another())).status).toBe(502)
    await proxy.set({ kind: 'none' })
    expect((await facade.get(another())).status).toBe(404)
    await proxy.set({ kind: 'status', status: 403 })
    proxy.counts.requests = 0
    const { calls } = breakerRules
    for (let times = 0; times < 2 * calls; times += 1) await facade.get(another())
    expect(proxy.counts.requests).toBeLessThanOrEqual(calls)
  })

  test('that asks for a pause is left alone no longer when the clock was set back meanwhile', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'status', status: 429, headers: { 'retry-after': '2' } })
    stopClock()
    expect((await facade.get(another())).headers.get('retry-after')).toBe('2')
    await proxy.set({ kind: 'none' })
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await facade.get(another())).headers.get('retry-after')).toBe('2')
    vi.advanceTimersByTime(2_001)
    expect((await facade.get(another())).status).toBe(404)
  })

  test('that is slower than the deadline is answered for at the deadline, and its connection closed', async (context) => {
    const { proxy, facade } = await open(context, { config: { requestTimeoutMs: 400 } })
    await proxy.set({ kind: 'blackhole' })
    const before = proxy.open
    stopClock()
    let isAnswered = false
    const answer = facade.get(another()).finally(() => {
      isAnswered = true
    })
    await until(() => proxy.counts.requests === 1)
    vi.advanceTimersByTime(399)
    // Time to come too early; a slow machine proves less, and fails nothing.
    await pause(20)
    expect(isAnswered).toBe(false)
    vi.advanceTimersByTime(1)
    const { status, body } = await answer
    expect(status).toBe(504)
    expect(body.error?.code).toBe('UPSTREAM_TIMEOUT')
    await until(() => proxy.open === before - 1)
  })

  test('that drips is cut off in the middle at the deadline', async (context) => {
    const { proxy, facade } = await open(context, { config: { requestTimeoutMs: 400 } })
    await proxy.set({ kind: 'drip' })
    const before = proxy.open
    expect((await facade.get(path(3))).status).toBe(504)
    expect(proxy.counts.drops).toBeGreaterThan(2)
    await until(() => proxy.open === before - 1)
  })

  test('is told at once when the only client has gone, and not while another still waits', async (context) => {
    const { proxy, facade } = await open(context)
    const held = Promise.withResolvers<void>()
    await proxy.set({ kind: 'held', until: held.promise })
    stopClock()
    const leave = async (target: string) => {
      const leaving = new AbortController()
      const request = facade.get(target, { signal: leaving.signal }).catch(() => 'left')
      const before = proxy.counts.requests
      await until(() => proxy.counts.requests === before + 1)
      return { request, leaving }
    }
    const alone = await leave(path(4))
    const { closed } = proxy.counts
    alone.leaving.abort()
    expect(await alone.request).toBe('left')
    await until(() => proxy.counts.closed === closed + 1)

    const first = await leave(path(5))
    // What else it asks for, in the same look-up, shows when the second client waits too.
    const second = facade.query('query ($u: [String!]!) { users: usersByUsername(usernames: $u) { username } }', {
      u: [handles[5], handles[6]]
    })
    await until(() => proxy.counts.requests === 3)
    const before = proxy.counts.closed
    first.leaving.abort()
    expect(await first.request).toBe('left')
    // Time to call off what must not be called off; a slow machine proves less, and fails nothing.
    await pause(50)
    held.resolve()
    expect((await second).data).toEqual({ users: [{ username: handles[5] }, { username: handles[6] }] })
    expect(proxy.counts.closed).toBe(before)
    expect(proxy.counts.requests).toBe(3)
  })

  test('is told when the only client of a GraphQL query with many look-ups has gone', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'blackhole' })
    stopClock()
    const leaving = new AbortController()
    const request = fetch(`${facade.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { followersCount } }',
        variables: { u: handles.slice(0, 30) }
      }),
      signal: leaving.signal
    }).catch(() => 'left')
    const calls = isByGraph ? 1 : 30
    await until(() => proxy.counts.requests === calls)
    const before = proxy.open
    leaving.abort()
    await request
    // Others are kept for what is asked next.
    await until(() => proxy.open <= before - calls)
  })

  test('is asked no more things at once than UPSTREAM_CONNECTIONS allows, however many are wanted', async (context) => {
    const { proxy, facade } = await open(context, { config: { upstreamConnections: 64 } })
    await proxy.set({ kind: 'latency', ms: 100 })
    await Promise.all(Array.from({ length: 300 }, () => facade.get(another())))
    if (!isByGraph) expect(proxy.counts.requests).toBe(300)
    expect(proxy.counts.connections).toBeLessThanOrEqual(64)
  })

  test('that fails once in a while is asked again without the client noticing', async (context) => {
    const { proxy, facade, events } = await open(context)
    for (let index = 0; index < 20; index += 1) {
      if (index % 10 !== 5) {
        expect((await facade.get(path(index))).status).toBe(200)
        continue
      }
      // Something that was kept alive is cut just before it is used again.
      await proxy.set({ kind: 'reset' })
      const retries = await events('retry')
      stopClock()
      const answer = facade.get(path(index))
      await until(async () => (await events('retry')) > retries)
      await proxy.set({ kind: 'none' })
      vi.advanceTimersByTime(50)
      expect((await answer).status).toBe(200)
    }
  })

  test('does not hold back what is at hand when a look-up of several needs it', async (context) => {
    const { proxy, facade, clock } = await open(context)
    await facade.query('query ($u: [String!]!) { users: usersByUsername(usernames: $u) { username } }', {
      u: handles.slice(0, 5)
    })
    clock.now += 12 * 3_600_000
    await proxy.set({ kind: 'reset' })
    const { data, errors } = await facade.query<{ users: unknown[] }>(
      'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { username } }',
      { u: [...handles.slice(0, 5), 'nobody.at.all'] }
    )
    expect(data?.users.filter((user) => user !== null)).toHaveLength(5)
    expect(errors).toMatchObject([{ path: ['users', 5] }])
  })
})
