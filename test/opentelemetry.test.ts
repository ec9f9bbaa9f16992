import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { OpenTelemetryOptions } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { examples } from '../src/services/examples.ts'
import { startFacade } from './chain.ts'
import { freshCheckout, start } from './checkout.ts'
import { type CollectedSpan, type Collector, kinds, startCollector } from './collector.ts'
import { failure, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { metricOf } from './metric.ts'
import { startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'

let collector: Collector
const opened: { close(): Promise<unknown> }[] = []
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await collector.close()
})

const open = async (telemetry: Partial<OpenTelemetryOptions> = {}, options: TestServerOptions = {}) =>
  startServer({ ...options, config: { openTelemetry: collector.options(telemetry), ...options.config } })

/** What was told once a server has ended. */
const spansOf = async (server: TestServer): Promise<CollectedSpan[]> => {
  await server.close()
  return collector.spans
}

/** Names of spans, parts behind what they are parts of. */
const tree = (spans: readonly CollectedSpan[], parent?: string, depth = 0): string[] =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...tree(spans, span.spanId, depth + 1)])

const user = `/api/v1/users/${examples.username}`
const secret = 'a-word-that-nobody-may-read'

describe('a request is a trace', () => {
  test('with a span of the server by its route, and one for each read', async () => {
    const server = await open()
    const { body } = await server.get(`${user}?fields=x`, { headers: { 'user-agent': secret } })
    const spans = await spansOf(server)
    expect(tree(spans)).toEqual(['GET /api/v1/users/{username}', '  read user'])
    const [read, request] = spans
    expect(request).toMatchObject({
      kind: kinds.server,
      status: { code: 0 },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/users/{username}',
        'url.path': user,
        'http.response.status_code': 200,
        'clipgraph.operation': 'getUser',
        'clipgraph.cache': 'fetched',
        'clipgraph.request.id': body.meta.request_id,
        'clipgraph.key.name': 'key 1'
      }
    })
    expect(read).toMatchObject({
      kind: kinds.internal,
      attributes: { 'clipgraph.read.kind': 'user', 'clipgraph.read.cached': false }
    })
    expect(collector.resource()).toMatchObject({ 'service.name': 'clipgraph', 'service.version': expect.any(String) })
  })

  test('in the graph with planning and running', async () => {
    const server = await open({}, { config: { readyAnswers: false } })
    const query = `query Profile { user(by: { username: "${examples.username}" }) { username posts(first: 2) { nodes { caption } } } }`
    for (const _ of [1, 2, 3]) await server.query(query)
    const spans = await spansOf(server)
    const each = ['POST /graphql', '  graphql plan', '  graphql query', '    read user', '    read userPosts']
    expect(tree(spans)).toEqual([...each, ...each, ...each])
    const requests = spans.filter(({ kind }) => kind === kinds.server)
    expect(requests[0]?.attributes).toMatchObject({
      'graphql.operation.name': 'Profile',
      'clipgraph.surface': 'graphql'
    })
    expect(requests.map(({ attributes }) => attributes['clipgraph.cache'])).toEqual(['fetched', 'cached', 'cached'])
    const reads = spans.filter(({ name }) => name.startsWith('read'))
    expect(reads.map(({ attributes }) => attributes['clipgraph.read.cached'])).toEqual([
      ...[false, false],
      ...[true, true],
      ...[true, true]
    ])
  })

  test('when its answer is ready, and when it is refused', async () => {
    const server = await open()
    for (const _ of [1, 2, 3]) await server.get(user)
    await fetch(`${server.url}${user}`)
    await server.get('/nothing/here')
    await server.query('{ nonsense }')
    const spans = await spansOf(server)
    const requests = spans.filter(({ kind }) => kind === kinds.server)
    expect(
      requests.map(({ name, attributes }) => [name, attributes['clipgraph.cache'], attributes['error.type']])
    ).toEqual([
      ['GET /api/v1/users/{username}', 'fetched', undefined],
      ['GET /api/v1/users/{username}', 'cached', undefined],
      ['GET /api/v1/users/{username}', 'ready', undefined],
      ['GET /api/v1/users/{username}', 'none', 'UNAUTHORIZED'],
      ['GET', 'none', 'NOT_FOUND'],
      ['POST /graphql', 'none', 'GRAPHQL_VALIDATION_FAILED']
    ])
    expect(tree(spans).slice(-2)).toEqual(['POST /graphql', '  graphql plan'])
    // The client's own mistakes are no errors of a server.
    expect(requests.every(({ status }) => status.code === 0)).toBe(true)
  })

  test('without keys, documents, variables and queries of addresses', async () => {
    const server = await open()
    await server.query(`query ($u: String!) { user(by: { username: $u }) { username } } # ${secret}`, { u: secret })
    await server.get(`/api/v1/search/top?keyword=${secret}`)
    await server.get(`/graphql?query=${encodeURIComponent(`{ searchTop(keyword: "${secret}") { nodes { postId } } }`)}`)
    await fetch(`${server.url}${user}`, { headers: { 'x-gateway-key': secret } })
    expect(await spansOf(server)).not.toEqual([])
    expect(collector.text()).not.toContain(secret)
    expect(collector.text()).not.toContain(testKey)
  })
})

describe('a trace goes on', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const spanId = 'b7ad6b7169203331'

  test('from the client through this server to the upstream', async () => {
    const upstream = await startFakeUpstream(speaking(() => success(null)))
    opened.push(upstream)
    const server = await startFacade(upstream.url, { config: { openTelemetry: collector.options() } })
    await server.get('/api/v1/sounds/5', {
      headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=value' }
    })
    const spans = await spansOf(server)
    expect(tree(spans, spanId)).toEqual(['GET /api/v1/sounds/{soundId}', '  read sound', '    GET'])
    expect(spans.every((span) => span.traceId === traceId)).toBe(true)
    const call = spans.find(({ kind }) => kind === kinds.client)
    expect(call?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(upstream.url).port),
      'url.full': `${upstream.url}/api/v1/sounds/5`
    })
    const [asked] = upstream.asked
    expect(asked?.headers.traceparent).toBe(`00-${traceId}-${call?.spanId}-01`)
    expect(asked?.headers.tracestate).toBe('vendor=value')
  })

  test('unseen where the client does not want it kept, and the upstream is told so', async () => {
    const upstream = await startFakeUpstream(speaking(() => success(null)))
    opened.push(upstream)
    const server = await startFacade(upstream.url, { config: { openTelemetry: collector.options() } })
    await server.get('/api/v1/sounds/5', { headers: { traceparent: `00-${traceId}-${spanId}-00` } })
    expect(await spansOf(server)).toEqual([])
    expect(upstream.asked[0]?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  })

  test('anew where the header is none', async () => {
    const server = await open()
    await server.get(user, { headers: { traceparent: '00-zzzz-nonsense-01' } })
    const [span] = await spansOf(server)
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('with each try at an upstream that fails, and nothing of what it said', async () => {
    const upstream = await startFakeUpstream(speaking(() => failure(500, 'INTERNAL_ERROR')))
    opened.push(upstream)
    const server = await startFacade(upstream.url, { config: { openTelemetry: collector.options() } })
    expect((await server.get('/api/v1/sounds/5')).status).toBe(502)
    const spans = await spansOf(server)
    const calls = spans.filter(({ kind }) => kind === kinds.client)
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual(
      calls.map((_, index) => (index === 0 ? undefined : index))
    )
    for (const { name, status, attributes } of spans) {
      expect([status, attributes['error.type']], name).toEqual([
        { code: 2, message: 'UPSTREAM_ERROR' },
        'UPSTREAM_ERROR'
      ])
    }
    expect(collector.text()).not.toContain('secret')
  })

  test('into the log', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => lines.push(line) })
    const server = await open({}, { log, config: { logRequests: { oneIn: 1 } } })
    await server.get(user, { headers: { traceparent: `00-${traceId}-${spanId}-01` } })
    await server.close()
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests.map((line) => line.traceId)).toEqual([traceId])
  })
})

describe('which requests are traced', () => {
  const requests = 8
  test.each([
    ['always_on', 1, '00', requests],
    ['always_off', 1, '01', 0],
    ['traceidratio', 0, '01', 0],
    ['traceidratio', 1, '00', requests],
    ['parentbased_always_off', 1, '01', requests],
    ['parentbased_traceidratio', 0, '00', 0]
  ] as const)(
    'is for the sampler to say: %s with %d, asked with the flag %s',
    async (sampler, samplerRatio, flag, seen) => {
      const server = await open({ sampler, samplerRatio })
      for (let asked = 0; asked < requests; asked += 1) {
        const id = (asked + 1).toString(16).padStart(32, '7')
        await server.get('/healthz', { headers: { traceparent: `00-${id}-00000000000000aa-${flag}` } })
      }
      expect(await spansOf(server)).toHaveLength(seen)
    }
  )

  test('none, when only metrics are wanted', async () => {
    const server = await open({ traces: false })
    await server.get(user)
    expect(await spansOf(server)).toEqual([])
    expect(collector.metricNames()).not.toEqual([])
  })
})

describe('metrics', () => {
  test('are those of /metrics, under the same names', async () => {
    const server = await open({ traces: false })
    for (const _ of [1, 2, 3]) await server.get(user)
    const shown = [...(await (await fetch(`${server.url}/metrics`)).text()).matchAll(/^# TYPE (\w+)/gm)].map(
      ([, name]) => name
    )
    const ready = await metricOf(server, 'clipgraph_ready_answers_total{surface="rest"}')
    await server.close()
    expect(collector.metricNames().toSorted()).toEqual(shown.toSorted())
    expect(collector.metric('clipgraph_ready_answers_total')?.sum?.dataPoints).toContainEqual(
      expect.objectContaining({ asDouble: ready })
    )
    const durations = collector.metric('clipgraph_request_duration_seconds')
    const ofUser = durations?.histogram?.dataPoints.find(({ attributes }) =>
      attributes.some(({ value }) => value.stringValue === 'getUser')
    )
    expect(durations?.unit).toBe('s')
    expect(ofUser?.count).toBe(3)
    expect(ofUser?.bucketCounts).toHaveLength((ofUser?.explicitBounds?.length ?? 0) + 1)
    expect(ofUser?.bucketCounts?.reduce((sum, count) => sum + count)).toBe(3)
    expect(collector.metric('clipgraph_cache_bytes')?.gauge?.dataPoints).toHaveLength(1)
  })

  test('come again and again', async () => {
    const server = await open({ traces: false, metricIntervalMs: 100 })
    await expect.poll(() => collector.metricNames()).toContain('clipgraph_cache_bytes')
    await server.close()
  })
})

describe('a collector', () => {
  test('gets the headers it wants', async () => {
    const server = await open({ headers: 'authorization=Bearer%20token,x-tenant=7' })
    await server.get(user)
    await server.close()
    expect(collector.headers()).toMatchObject({ authorization: 'Bearer token', 'x-tenant': '7' })
  })

  test('that takes nothing is complained of once, and holds nobody up', async () => {
    const lines: string[] = []
    const log = createLog('error', { write: (line: string) => lines.push(line) })
    collector.answers(400)
    const server = await open({}, { log })
    for (const _ of [1, 2, 3]) expect((await server.get(user)).status).toBe(200)
    await server.close()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^OpenTelemetry: the collector did not/)
    ])
  })

  test('that is gone lets the server end', async () => {
    const gone = await startCollector()
    await gone.close()
    const server = await startServer({ config: { openTelemetry: gone.options() } })
    expect((await server.get(user)).status).toBe(200)
    const began = performance.now()
    await server.close()
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

test('where no collector is configured nothing of OpenTelemetry is loaded, and with one it is', async () => {
  const checkout = freshCheckout()
  const list = join(checkout.path, 'loaded.txt')
  const hook =
    'data:text/javascript,import{appendFileSync as add}from"node:fs";import{registerHooks}from"node:module";registerHooks({load(u,c,n){add(process.env.LOADED,u+"\\n");return n(u,c)}})'
  const env = { GATEWAY_KEYS: testKey, DATA_URL: `sqlite:${inject('defaultDataset')}`, LOADED: list }
  const command = `node_modules/.bin/node --import '${hook}' src/commands/main.js serve`
  const loaded = () => readFileSync(list, 'utf8')
  // The client of Prometheus has its interfaces, and nothing of what does anything.
  const ofTelemetry = /@opentelemetry\/(?!api\/)|src\/host\/telemetry\/(?:opentelemetry|metric-producer)/
  await (await start(command, checkout.path, env)).stop()
  expect(loaded()).toContain('src/host/telemetry/metrics.ts')
  expect(loaded()).not.toMatch(ofTelemetry)
  await (await start(command, checkout.path, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })).stop()
  expect(loaded()).toMatch(ofTelemetry)
  checkout.remove()
})
