import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { startDeployment, startFacade } from './chain.ts'
import {
  type FaultCase,
  faultCases,
  faultTable,
  type Observation,
  observe,
  type Temperature,
  temperatures
} from './fault-cases.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { findFixtures } from './fixtures.ts'
import { type Envelope, type TestServer, type TestServerOptions, testKey } from './server.ts'

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

describe('every fault, with and without something in the cache,', () => {
  const situations = faultCases.flatMap((faultCase) =>
    temperatures.map((temperature) => [faultCase.name, temperature, faultCase] as const)
  )
  let seen: ReadonlyMap<FaultCase, ReadonlyMap<Temperature, Observation>>
  // All at once: most of the time is spent waiting for what does not come.
  beforeAll(async () => {
    seen = new Map(
      await Promise.all(
        faultCases.map(async (faultCase) => {
          const rows = temperatures.map(
            async (temperature) => [temperature, await observe(deployment, faultCase, temperature, path(0))] as const
          )
          return [faultCase, new Map(await Promise.all(rows))] as const
        })
      )
    )
  })

  test.each(situations)('is answered as the table says: %s, %s', (_, temperature, faultCase) => {
    const { status, cached, withinMs, calls } = faultCase.expected[temperature]
    const row = seen.get(faultCase)?.get(temperature)
    expect(row).toMatchObject({ status, cached })
    expect(row?.calls).toBeGreaterThanOrEqual(calls[0])
    expect(row?.calls).toBeLessThanOrEqual(calls[1])
    // The bound of the table is for one alone on the machine.
    expect(row?.ms).toBeLessThan(withinMs + 3_000)
  })

  test('has its rows in the docs', () => {
    const page = readFileSync(new URL('../docs/faults.md', import.meta.url), 'utf8')
    const withoutTimes = page.replace(/ \d+ ms \|$/gm, ' |')
    const { head, rows } = faultTable(() => '')
    expect(withoutTimes).toContain(head)
    for (const row of rows) expect(withoutTimes).toContain(row.replace(/ \|\s+\|$/, ' |'))
    expect(withoutTimes.match(/^\| .* \| (cold|warm|stale|old) \|/gm)).toHaveLength(rows.length)
  })
})

describe('an upstream in trouble', () => {
  /** A facade behind a proxy that makes the trouble; closed when the test is over. */
  const open = async ({ onTestFinished }: TestContext, options: TestServerOptions = {}) => {
    const proxy = await startFaultProxy(deployment.url)
    const clock = { now: Date.now() }
    const facade = await startFacade(proxy.url, { now: () => clock.now, ...options })
    onTestFinished(async () => {
      await facade.close()
      await proxy.close()
    })
    await fetch(`${facade.url}/readyz`)
    proxy.counts.requests = 0

    const timed = async (target: string) => {
      const began = performance.now()
      const { status, body, headers } = await facade.get(target)
      return { status, body: body as Envelope, headers, ms: performance.now() - began }
    }
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
    return { proxy, facade, clock, timed, events, breakOpen }
  }

  test('gets one call for 1,000 simultaneous reads of the same thing', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'latency', ms: 200 })
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => facade.get(path(0))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(proxy.counts.requests).toBe(1)
  })

  test('gets at most 1.2 calls a request before the breaker opens, and none while it is open, when answers come at once', async (context) => {
    const { proxy, timed, breakOpen } = await open(context)
    await proxy.set({ kind: 'status', status: 500 })
    const requests = await breakOpen()
    expect(proxy.counts.requests / requests).toBeLessThanOrEqual(1.2)
    const before = proxy.counts.requests
    const times: number[] = []
    for (let index = 0; index < 100; index += 1) {
      const { status, ms, headers, body } = await timed(another())
      expect(status).toBe(503)
      expect(body.error?.code).toBe('UNAVAILABLE')
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
      times.push(ms)
    }
    expect(proxy.counts.requests).toBe(before)
    // The median: other work on the machine is none of the breaker's doing.
    expect(times.toSorted((a, b) => a - b)[50]).toBeLessThanOrEqual(5)
  })

  test.concurrent('is served for from the cache while the breaker is open, and is asked again within six seconds', async (context) => {
    const { proxy, facade, clock, timed } = await open(context)
    for (const index of [0, 1, 2]) await facade.get(path(index))
    clock.now += 12 * 3_600_000
    await proxy.set({ kind: 'refusal' })
    for (let index = 0; index < 25; index += 1) await facade.get(another())
    for (const index of [0, 1, 2]) {
      const { status, body, headers, ms } = await timed(path(index))
      expect(status).toBe(200)
      expect(body.meta.cached).toBe(true)
      expect(headers.get('cache-control')).toBe('private, max-age=0')
      expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(12 * 3_600)
      expect(ms).toBeLessThan(200)
    }
    await proxy.set({ kind: 'none' })
    const back = performance.now()
    await expect
      .poll(async () => (await facade.get(path(0))).body.meta.cached, { timeout: 8_000, interval: 50 })
      .toBe(false)
    expect(performance.now() - back).toBeLessThan(6_000)
    expect((await facade.get(another())).status).toBe(404)
  })

  test.concurrent('is tried by one call at a time when the breaker half opens, and nobody waits for that one', async (context) => {
    const { proxy, facade, timed, events, breakOpen } = await open(context)
    await proxy.set({ kind: 'reset' })
    await breakOpen()
    await proxy.set({ kind: 'blackhole' })
    await pause(5_100)
    proxy.counts.requests = 0
    const leaving = new AbortController()
    const trial = facade.get(another(), { signal: leaving.signal }).catch(() => 'left')
    await context.expect.poll(() => proxy.counts.requests).toBe(1)
    const others = await Promise.all(Array.from({ length: 20 }, () => timed(another())))
    for (const { status, ms } of others) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(500)
    }
    // Whoever made the trial leaves. That says nothing good about the upstream: the breaker stays open.
    leaving.abort()
    expect(await trial).toBe('left')
    await pause(100)
    expect((await timed(another())).status).toBe(503)
    expect(proxy.counts.requests).toBe(1)
    expect(await events('breaker_closed')).toBe(0)
  })

  test('that is slower than the deadline is answered for at the deadline, and its connection closed', async (context) => {
    const { proxy, timed } = await open(context, { config: { requestTimeoutMs: 400 } })
    await proxy.set({ kind: 'blackhole' })
    const before = proxy.open
    const { status, ms, body } = await timed(another())
    expect(status).toBe(504)
    expect(body.error?.code).toBe('UPSTREAM_TIMEOUT')
    expect(ms).toBeGreaterThanOrEqual(395)
    expect(ms).toBeLessThan(450 + 50)
    await expect.poll(() => proxy.open).toBe(before - 1)
  })

  test('that drips is cut off in the middle at the deadline', async (context) => {
    const { proxy, timed } = await open(context, { config: { requestTimeoutMs: 400 } })
    await proxy.set({ kind: 'drip' })
    const before = proxy.open
    const { status, ms } = await timed(path(3))
    expect(status).toBe(504)
    expect(ms).toBeLessThan(500)
    await expect.poll(() => proxy.open).toBe(before - 1)
  })

  test.concurrent('is told at once when the only client has gone, and not while another still waits', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'latency', ms: 600 })
    const leave = async (target: string) => {
      const leaving = new AbortController()
      const request = facade.get(target, { signal: leaving.signal }).catch(() => 'left')
      const before = proxy.counts.requests
      await context.expect.poll(() => proxy.counts.requests).toBe(before + 1)
      return { request, leaving }
    }
    const alone = await leave(path(4))
    const { closed } = proxy.counts
    alone.leaving.abort()
    expect(await alone.request).toBe('left')
    await context.expect.poll(() => proxy.counts.closed, { timeout: 400 }).toBe(closed + 1)

    const first = await leave(path(5))
    const second = facade.get(path(5))
    await pause(50)
    const before = proxy.counts.closed
    first.leaving.abort()
    expect((await second).status).toBe(200)
    expect(proxy.counts.closed).toBe(before)
    expect(proxy.counts.requests).toBe(2)
  })

  test('is told when the only client of a GraphQL query with many look-ups has gone', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'blackhole' })
    const leaving = new AbortController()
    const request = fetch(`${facade.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query ($u: [String!]!) { users(usernames: $u) { followersCount } }',
        variables: { u: handles.slice(0, 30) }
      }),
      signal: leaving.signal
    }).catch(() => 'left')
    await expect.poll(() => proxy.counts.requests).toBe(30)
    leaving.abort()
    await request
    await expect.poll(() => proxy.open, { timeout: 400 }).toBe(0)
  })

  test('is not asked more than 64 things at once, however many are wanted', async (context) => {
    const { proxy, facade } = await open(context)
    await proxy.set({ kind: 'latency', ms: 100 })
    await Promise.all(Array.from({ length: 300 }, () => facade.get(another())))
    expect(proxy.counts.requests).toBe(300)
    expect(proxy.counts.connections).toBeLessThanOrEqual(64)
  })

  test('that fails once in a while is asked again without the client noticing', async (context) => {
    const { proxy, timed, events } = await open(context)
    for (let index = 0; index < 20; index += 1) {
      // Something that was kept alive is cut just before it is used again.
      if (index % 10 === 5) {
        await proxy.set({ kind: 'reset' })
        setTimeout(() => void proxy.set({ kind: 'none' }), 5)
      }
      const { status } = await timed(path(index))
      if (index % 10 !== 5) expect(status).toBe(200)
    }
    expect(await events('retry')).toBeGreaterThan(0)
  })

  test('does not hold back what is at hand when a look-up of several needs it', async (context) => {
    const { proxy, facade, clock } = await open(context)
    await facade.query('query ($u: [String!]!) { users(usernames: $u) { username } }', { u: handles.slice(0, 5) })
    clock.now += 12 * 3_600_000
    await proxy.set({ kind: 'reset' })
    const { data, errors } = await facade.query<{ users: unknown[] }>(
      'query ($u: [String!]!) { users(usernames: $u) { username } }',
      { u: [...handles.slice(0, 5), 'nobody.at.all'] }
    )
    expect(data?.users.filter((user) => user !== null)).toHaveLength(5)
    expect(errors).toMatchObject([{ path: ['users', 5] }])
  })
})
