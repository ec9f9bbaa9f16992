import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { createMetrics } from '../src/host/telemetry/metrics.ts'
import { examples } from '../src/services/examples.ts'
import { overHttp } from './agent.ts'
import { startFacade } from './chain.ts'
import { failingSource } from './failing-source.ts'
import { type FakeUpstream, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { metricOf, metricsOf } from './metric.ts'
import { startServer, type TestServer, type TestServerOptions } from './server.ts'

const opened: { close(): Promise<unknown> }[] = []
const open = async (options?: TestServerOptions): Promise<TestServer> => {
  const server = await startServer(options)
  opened.push(server)
  return server
}
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** How many requests are counted under labels, as they are written. */
const requests = (server: TestServer, labels: string) => metricOf(server, `clipgraph_requests_total{${labels}}`)
const user = `/api/v1/users/${examples.username}`

describe('requests are counted by operation, status and code', () => {
  test('over REST', async () => {
    const server = await open()
    for (const _ of [1, 2, 3]) await server.get(user)
    await server.get(`${user}/posts?count=many`)
    await server.get('/api/v1/users/nobody.at.all')
    await server.get('/api/v1/nothing/here')
    await fetch(`${server.url}${user}`)
    expect(await requests(server, 'surface="rest",operation="getUser",status="200",code="OK"')).toBe(3)
    expect(await metricOf(server, 'clipgraph_ready_answers_total{surface="rest"}')).toBe(1)
    expect(await requests(server, 'surface="rest",operation="getUser",status="404",code="NOT_FOUND"')).toBe(1)
    expect(await requests(server, 'surface="rest",operation="listUserPosts",status="400",code="INVALID_PARAM"')).toBe(1)
    expect(await requests(server, 'surface="rest",operation="none",status="404",code="NOT_FOUND"')).toBe(1)
    expect(await requests(server, 'surface="rest",operation="none",status="401",code="UNAUTHORIZED"')).toBe(1)
    const of = 'surface="rest",operation="getUser"'
    expect(await metricOf(server, `clipgraph_request_duration_seconds_count{${of}}`)).toBe(4)
    expect(await metricOf(server, `clipgraph_request_duration_seconds_bucket{le="+Inf",${of}}`)).toBe(4)
  })

  test('over GraphQL, with the first error of an answer', async () => {
    const server = await open({
      wrapSource: (source) =>
        failingSource(source, (kind) =>
          kind === 'userPosts' ? { thrown: new ApiError('UPSTREAM_TIMEOUT') } : undefined
        )
    })
    const text = readFileSync(new URL('../schema/operations/creators.graphql', import.meta.url), 'utf8')
    await server.query(text, { usernames: [examples.username] })
    const failing = `{ user(by: { username: "${examples.username}" }) { username posts { nodes { postId } } } }`
    await server.query(failing)
    await server.query('{ nonsense }')
    await server.query('{ broken')
    await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': 'test-key', 'content-type': 'application/json' },
      body: '[]'
    })
    const count = (operation: string, status: number, code: string) =>
      requests(server, `surface="graphql",operation="${operation}",status="${status}",code="${code}"`)
    expect(await count('Creators', 200, 'OK')).toBe(1)
    expect(await count('anonymous', 200, 'UPSTREAM_TIMEOUT')).toBe(1)
    expect(await count('anonymous', 200, 'GRAPHQL_VALIDATION_FAILED')).toBe(1)
    expect(await count('anonymous', 200, 'GRAPHQL_PARSE_FAILED')).toBe(1)
    expect(await count('anonymous', 400, 'INVALID_PARAM')).toBe(1)
  })

  test('over tools of agents, by the tool', async () => {
    const server = await open()
    const client = await overHttp(server.url)
    await client.callTool({ name: 'get_user', arguments: { username: examples.username } })
    await client.callTool({ name: 'get_user', arguments: { username: 'nobody.at.all' } })
    await client.close()
    expect(await requests(server, 'surface="mcp",operation="get_user",status="200",code="OK"')).toBe(1)
    expect(await requests(server, 'surface="mcp",operation="get_user",status="200",code="NOT_FOUND"')).toBe(1)
  })

  test('and pages by their pattern', async () => {
    const server = await open()
    await fetch(`${server.url}/media/avatar/1.svg`)
    await fetch(`${server.url}/healthz`)
    await fetch(`${server.url}/some/where`)
    await fetch(`${server.url}/docs/nonsense`)
    expect(await requests(server, 'surface="page",operation="/healthz",status="200",code="OK"')).toBe(1)
    expect(await requests(server, 'surface="page",operation="/media/*",status="200",code="OK"')).toBe(1)
    expect(await requests(server, 'surface="page",operation="*",status="404",code="NOT_FOUND"')).toBe(2)
  })
})

test('whatever clients send makes no label', async () => {
  const server = await open()
  const series = async () =>
    (await metricsOf(server)).split('\n').filter((line) => line.startsWith('clipgraph_')).length
  const nonsense = async (word: string) => {
    await server.query(`query ${word} { soundLibrary(first: 1) { nodes { title } } }`)
    await server.query(`query ${word} { soundLibrary(first: 1) { nodes { title } } }`)
    await server.query(`{ ${word} }`)
    await server.get(`/api/v1/users/${word}`)
    await server.get(`/api/v1/${word}`)
    await server.get(`/${word}`)
    await server.get(`/docs/${word}`)
    const client = await overHttp(server.url)
    await client.callTool({ name: word, arguments: {} }).catch(() => {})
    await client.close()
  }
  await nonsense('first')
  // To look is a request as well.
  await series()
  const before = await series()
  for (const word of ['walrus', 'ocelot', 'gibbon']) await nonsense(word)
  expect(await series()).toBe(before)
  expect(await metricsOf(server)).not.toMatch(/walrus|ocelot|gibbon/)
  const other = 'surface="graphql",operation="other",status="200",code="OK"'
  expect(await requests(server, other)).toBe(8)
})

test('of a manifest with very many operations the first are told apart', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `Op${index}`)
  const metrics = createMetrics(new Set(names))
  for (const operation of names) {
    metrics.request({ surface: 'graphql', operation, status: 200, code: null, seconds: 0.001 })
  }
  const counted = (await metrics.text()).match(/^clipgraph_requests_total\{.*$/gm) ?? []
  expect(counted).toHaveLength(201)
  expect(counted).toContain('clipgraph_requests_total{surface="graphql",operation="other",status="200",code="OK"} 800')
})

test('reads are counted by what the cache had, and the time of the source by kind', async () => {
  let now = 1_780_000_000_000
  let isDown = false
  const server = await open({
    now: () => now,
    config: { readyAnswers: false },
    wrapSource: (source) =>
      failingSource(source, () => (isDown ? { found: new ApiError('UPSTREAM_ERROR') } : undefined))
  })
  const count = (result: string) => metricOf(server, `clipgraph_reads_total{kind="user",result="${result}"}`)
  const results = async () => ({
    ...{ miss: await count('miss'), fresh: await count('fresh'), negative: await count('negative') },
    ...{ stale: await count('stale'), error: await count('error') }
  })
  await server.get(user)
  await server.get(user)
  for (const _ of [1, 2]) await server.get('/api/v1/users/nobody.at.all')
  expect(await results()).toEqual({ miss: 2, fresh: 1, negative: 1, stale: 0, error: 0 })
  isDown = true
  now += 40 * 60_000
  expect((await server.get(user)).status).toBe(200)
  expect((await server.get('/api/v1/users/another.one')).status).toBe(502)
  expect(await results()).toEqual({ miss: 2, fresh: 1, negative: 1, stale: 1, error: 1 })
  // Two that were not at hand, one renewed behind the scenes, one that failed.
  expect(await metricOf(server, 'clipgraph_source_duration_seconds_count{kind="user"}')).toBe(4)
})

describe('of an upstream', () => {
  let fake: FakeUpstream
  beforeAll(async () => {
    fake = await startFakeUpstream()
  })
  afterAll(() => fake.close())

  test('connections, calls and the state of the breaker are told', async () => {
    const server = await startFacade(fake.url)
    opened.push(server)
    const breaker = (state: string) => metricOf(server, `clipgraph_upstream_breaker_state{state="${state}"}`)
    const calls = (state: string) => metricOf(server, `clipgraph_upstream_calls{state="${state}"}`)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked = new Promise<void>((come) => {
      fake.says(
        speaking(async () => {
          come()
          await held
          return success(null)
        })
      )
    })
    const answer = server.get('/api/v1/sounds/5')
    await asked
    expect([await calls('running'), await calls('queued')]).toEqual([1, 0])
    expect(await metricOf(server, 'clipgraph_upstream_connections{state="used"}')).toBe(1)
    release()
    await answer
    expect(await calls('running')).toBe(0)
    expect(await metricOf(server, 'clipgraph_upstream_connections{state="free"}')).toBeGreaterThan(0)
    expect([await breaker('closed'), await breaker('open')]).toEqual([1, 0])
    fake.says(() => ({ status: 500, body: 'broken' }))
    for (let id = 100; (await breaker('open')) === 0 && id < 160; id += 1) await server.get(`/api/v1/sounds/${id}`)
    expect([await breaker('closed'), await breaker('open')]).toEqual([0, 1])
  })
})

test('the process is told of, once for all servers in it', async () => {
  const [one, other] = [await open(), await open()]
  await Promise.all([metricsOf(one), metricsOf(other)])
  for (const server of [one, other]) {
    const text = await metricsOf(server)
    for (const name of [
      'process_resident_memory_bytes',
      'process_open_fds',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'clipgraph_event_loop_seconds_total{state="active"}',
      'clipgraph_memory_limit_bytes'
    ]) {
      expect(
        text.split('\n').filter((line) => line.startsWith(`${name} `)),
        name
      ).toHaveLength(1)
    }
    expect(text).toContain('# TYPE nodejs_gc_duration_seconds histogram')
    expect(await metricOf(server, 'clipgraph_memory_limit_bytes')).toBeGreaterThan(
      await metricOf(server, 'process_resident_memory_bytes')
    )
  }
})

test('names, types and helps are those that Prometheus wants', async () => {
  const server = await open()
  await server.get(user)
  const text = await metricsOf(server)
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (clipgraph_\w+) (\w+)$/gm)) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    if (type === 'histogram') expect(name).toMatch(/_duration_seconds$/)
    expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z1].+\\.$`, 'm'))
  }
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const names = series.map((line) => line.slice(0, line.lastIndexOf(' ')))
  expect(new Set(names).size).toBe(names.length)
})
