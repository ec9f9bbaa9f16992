import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadScheduler } from '../src/cache/read-scheduler.ts'
import { EventLoop } from '../src/core/event-loop.ts'
import { createLog } from '../src/core/log.ts'
import { Scope } from '../src/core/scope.ts'
import { type Job, Load, type LoadOptions } from '../src/host/handler/load.ts'
import type { Source } from '../src/store/source.ts'
import { allMoments, anyMoment, anyRead, readInTurn } from './any-moment.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { metricOf } from './metric.ts'
import { send } from './raw.ts'
import { startServer, type TestServer } from './server.ts'

/** Keeps the thread busy, as work does. */
const work = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const workMs = 10

/** A source whose pages are work, and do not come before something has happened. */
const busySource = (released: Promise<void>) => {
  const seen = { pages: 0 }
  const wrap = (source: Source): Source => ({
    lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
    async page(kind, key, request, signal) {
      seen.pages += 1
      work(workMs)
      await released
      return source.page(kind, key, request, signal)
    },
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  })
  return { seen, wrap }
}

let server: TestServer
let logged: string[]
afterEach(() => server?.close())

const start = async (load: LoadOptions, released = Promise.resolve()) => {
  const { seen, wrap } = busySource(released)
  logged = []
  const log = createLog('info', { write: (line: string) => logged.push(line) })
  server = await startServer({ wrapSource: wrap, config: { load }, log })
  return seen
}

const patient = { maxConcurrent: 1_000, maxWaitMs: 600_000 }

let asked = 0

/** The address of something that nobody asked for before. */
const coldPath = () => {
  asked += 1
  return `/api/v1/search/users?keyword=nobody.${asked}`
}

describe('when there is more to do than can be done', () => {
  test('what would have to wait too long is refused in the form of its surface', async () => {
    const released = Promise.withResolvers<void>()
    const seen = await start({ maxConcurrent: 1, maxWaitMs: 200 }, released.promise)
    const first = send(server.url, coldPath())
    await expect.poll(() => seen.pages).toBe(1)
    // A hundred may wait; the first to hear anything is one too many.
    const waiting = Array.from({ length: 120 }, () => send(server.url, coldPath()))
    const rest = await Promise.race(waiting)
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (path: string, body: object) =>
      send(server.url, path, { method: 'POST', body: JSON.stringify(body), headers: json })
    const graphql = await post('/graphql', { query: '{ search(keyword: "nobody.0") { users { nodes { id } } } }' })
    const agent = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const page = await send(server.url, '/docs', { keyless: true })
    for (const { status, headers } of [rest, graphql, agent, page]) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const error = { code: 'UNAVAILABLE', details: { doc_url: '/docs/errors/UNAVAILABLE' } }
    for (const { body, headers } of [rest, page]) {
      const envelope = JSON.parse(body)
      expect(envelope).toMatchObject({ data: null, pagination: null, error })
      expect(headers.get('x-request-id')).toBe(envelope.meta.request_id)
    }
    const answer = JSON.parse(graphql.body)
    expect(answer.errors).toMatchObject([{ extensions: error }])
    expect(graphql.headers.get('x-request-id')).toBe(answer.extensions.meta.request_id)
    expect(JSON.parse(agent.body)).toMatchObject({ jsonrpc: '2.0', error: { data: error } })
    expect((await send(server.url, '/healthz', { keyless: true })).status).toBe(200)
    // Counted one by one, and told once.
    expect(await metricOf(server, 'clipgraph_requests_refused_total')).toBeGreaterThan(3)
    const agents = 'surface="mcp",operation="none",status="503",code="UNAVAILABLE"'
    expect(await metricOf(server, `clipgraph_requests_total{${agents}}`)).toBe(1)
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', time: expect.any(String), msg: expect.stringContaining('requests are refused') }
    ])
    released.resolve()
    expect((await first).status).toBe(200)
    await Promise.all(waiting)
    expect((await send(server.url, coldPath())).status).toBe(200)
  })

  test('health and what is ready are answered before the rest, however much is waiting', async () => {
    const seen = await start(patient)
    const client = keepAliveClient(server.url, { maxSockets: 3 })
    const ready = '/api/v1/sounds/library'
    // Three connections, which are kept.
    for (let times = 0; times < 3; times += 1) await Promise.all([ready, ready, ready].map(client.ask))
    let answered = 0
    const waiting = Array.from({ length: 60 }, async () => {
      await send(server.url, coldPath())
      answered += 1
    })
    await expect.poll(() => seen.pages, { interval: 1 }).toBeGreaterThan(0)
    const urgent = await Promise.all([client.ask('/healthz'), client.ask(ready), client.ask('/readyz')])
    expect(urgent).toEqual([{ status: 200 }, { status: 200 }, { status: 200 }])
    expect(answered).toBeLessThan(30)
    await Promise.all(waiting)
    client.close()
  })

  test('nothing is done for clients that left before their turn came', async () => {
    const seen = await start(patient)
    const leaving = new AbortController()
    const headers = { 'x-gateway-key': 'test-key' }
    const waiting = Array.from({ length: 60 }, () =>
      fetch(server.url + coldPath(), { signal: leaving.signal, headers }).catch(() => 'left')
    )
    await expect.poll(() => seen.pages, { interval: 1 }).toBeGreaterThan(0)
    leaving.abort()
    await Promise.all(waiting)
    // ShowQuery everything that was waiting.
    expect((await send(server.url, coldPath())).status).toBe(200)
    expect(seen.pages).toBeLessThan(40)
  })
})

describe('how much is at work', () => {
  // Time passes only as work does: what is done within a moment is, on a machine that stands still in the middle too.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const takes = (ms: number): void => {
    vi.advanceTimersByTime(ms)
  }

  const never = () => expect.unreachable('nothing is refused')

  test('no more than may be at once; the others come when one is done, in order', async () => {
    const load = new Load({ maxConcurrent: 2, maxWaitMs: 600_000 })
    const begun: number[] = []
    const ends: (() => void)[] = []
    for (let job = 0; job < 5; job += 1) {
      load.admit(() => {
        begun.push(job)
        return new Promise((end) => ends.push(end))
      }, never)
    }
    await turn()
    expect({ begun, running: load.running, queued: load.queued }).toEqual({ begun: [0, 1], running: 2, queued: 3 })
    ends[0]?.()
    await expect.poll(() => begun).toEqual([0, 1, 2])
    ends[1]?.()
    await expect.poll(() => begun).toEqual([0, 1, 2, 3])
    ends[2]?.()
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4])
    for (const end of ends) end()
    await expect.poll(() => load.running).toBe(0)
    expect({ queued: load.queued, refused: load.refused }).toEqual({ queued: 0, refused: 0 })
  })

  test('nothing new while what was begun is behind; it comes as soon as that is over, or is refused in time', async () => {
    let isOverdue = true
    const load = new Load({ maxConcurrent: 10, maxWaitMs: 100, isOverdue: () => isOverdue })
    let begun = 0
    let refused = 0
    for (let job = 0; job < 60; job += 1) {
      load.admit(
        () => {
          begun += 1
          return undefined
        },
        () => (refused += 1)
      )
    }
    await turn()
    await turn()
    expect({ begun, refused, queued: load.queued }).toEqual({ begun: 0, refused: 10, queued: 50 })
    isOverdue = false
    await expect.poll(() => begun).toBe(50)
  })

  test('what waited too long in spite of all is refused when its turn comes', async () => {
    const load = new Load({ maxConcurrent: 1, maxWaitMs: 25 })
    let end = () => {}
    let refused = 0
    const job: Job = () => new Promise((done) => (end = done))
    load.admit(job, never)
    load.admit(never as Job, () => (refused += 1))
    takes(30)
    end()
    await expect.poll(() => refused).toBe(1)
    expect(load).toMatchObject({ running: 0, queued: 0, refused: 1 })
  })

  test('what waited too long is refused while nothing that runs comes to its end', async () => {
    const load = new Load({ maxConcurrent: 1, maxWaitMs: 25 })
    let refused = 0
    load.admit(() => new Promise(() => {}), never)
    for (let job = 0; job < 2; job += 1) {
      load.admit(never as Job, () => (refused += 1))
      takes(10)
    }
    takes(10)
    await expect.poll(() => refused).toBe(1)
    takes(10)
    await expect.poll(() => refused).toBe(2)
    expect(load).toMatchObject({ running: 1, queued: 0, refused: 2 })
  })

  test('a burst may wait, but when somebody was waiting all the time for that long, only half of it', async () => {
    const load = new Load({ maxConcurrent: 1, maxWaitMs: 100 })
    let end = () => {}
    load.admit(() => new Promise((done) => (end = done)), never)
    let refused = 0
    const admit = () =>
      load.admit(
        () => undefined,
        () => (refused += 1)
      )
    // One each millisecond is counted before there was any, and two to be sure.
    for (let count = 0; count < 60; count += 1) admit()
    expect({ queued: load.queued, refused }).toEqual({ queued: 50, refused: 10 })
    takes(110)
    admit()
    expect(refused).toBe(11)
    end()
    await expect.poll(() => load.queued).toBe(0)
    admit()
    expect(load.refused).toBe(refused)
  })

  test('that the machine stood still for once says nothing of the work that waits', async () => {
    const load = new Load({ maxConcurrent: 1_000, maxWaitMs: 500 })
    const admit = (ms: number, jobs: number) => {
      for (let count = 0; count < jobs; count += 1) {
        load.admit(
          () => {
            takes(ms)
            return undefined
          },
          () => {}
        )
      }
    }
    admit(1, 30)
    admit(300, 1)
    admit(1, 10)
    await expect.poll(() => load.queued, { interval: 1 }).toBeLessThan(10)
    admit(1, 150)
    await expect.poll(() => load.queued).toBe(0)
    expect(load.refused).toBe(0)
    // Where all of it takes long, that shows.
    for (let times = 0; times < 40; times += 1) {
      admit(40, 2)
      await turn()
    }
    const before = load.refused
    admit(40, 20)
    expect(load.refused - before).toBeGreaterThan(5)
    // Time is given back to whoever comes next.
    await expect.poll(() => load.queued).toBe(0)
  })

  test('fewer while turns are slow because of those that are at work, and more again when they are not', async () => {
    const load = new Load({ maxConcurrent: 200, maxWaitMs: 10_000 })
    const ends: (() => void)[] = []
    const job: Job = () => new Promise((end) => ends.push(end))
    for (let count = 0; count < 150; count += 1) load.admit(job, never)
    takes(40)
    await turn()
    expect(load.limit).toBe(180)
    for (const end of ends) end()
    await turn()
    // One that takes long while few are at work says nothing of the others.
    load.admit(async () => takes(40), never)
    await turn()
    const before = load.limit
    expect(before).toBeGreaterThanOrEqual(180)
    for (let count = 0; count < 30; count += 1) {
      load.admit(async () => {}, never)
      await turn()
    }
    expect(load.limit).toBe(200)
  })

  test.each([
    [
      'work',
      () => {
        takes(2)
        return undefined
      }
    ],
    ['work in several steps', async () => takes(2)]
  ])('%s gets its share of the time, however much there is to be refused beside it', async (_, job) => {
    const load = new Load({ maxConcurrent: 1_000, maxWaitMs: 600_000 })
    const all = 100
    let done = 0
    let turns = 0
    for (let count = 0; count < all; count += 1) {
      load.admit(() => {
        done += 1
        return job()
      }, never)
    }
    while (done < all) {
      takes(200)
      turns += 1
      await turn()
    }
    // Thirty in a turn; with slices that are always the same there would be three at most.
    expect(turns).toBeLessThan(20)
  })

  /** Work that comes at any moment, takes so long at once, and reads. */
  const anyJob = fc.record({
    moment: anyMoment,
    ms: fc.constantFrom(0, 2, 30),
    reads: fc.array(anyRead, { maxLength: 3 })
  })

  test('all that comes is done or refused, whatever comes beside it', async () => {
    const anyLoad = fc.record({ maxConcurrent: fc.constantFrom(1, 2, 1_000), maxWaitMs: fc.constantFrom(5, 600_000) })
    await fc.assert(
      fc.asyncProperty(anyLoad, fc.array(anyJob, { minLength: 1, maxLength: 12 }), async (limits, jobs) => {
        const eventLoop = new EventLoop()
        const turns = new ReadScheduler(() => performance.now(), eventLoop)
        const load = new Load({ ...limits, isOverdue: () => turns.isOverdue, eventLoop })
        let answered = 0
        const answer = () => {
          answered += 1
        }
        for (const [index, { moment, ms, reads }] of jobs.entries()) {
          const scope = new Scope({ requestId: 'test', startedAt: index, signal: new AbortController().signal })
          const job = (): Promise<void> | undefined => {
            takes(ms)
            if (reads.length === 0) answer()
            const all = reads.map((read) => readInTurn(read, { turns, eventLoop, scope, pass: takes }))
            return reads.length === 0 ? undefined : Promise.all(all).then(answer)
          }
          moment(eventLoop, () => load.admit(job, answer))
        }
        await allMoments()
        expect(answered).toBe(jobs.length)
        expect({ running: load.running, queued: load.queued }).toEqual({ running: 0, queued: 0 })
      }),
      { numRuns: 500 }
    )
  })
})
