import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import type { RequestLogging } from '../src/core/config/parsers.ts'
import { settings } from '../src/core/config/settings.ts'
import { ApiError } from '../src/core/errors.ts'
import { createLog } from '../src/core/log.ts'
import { examples } from '../src/services/examples.ts'
import { call, overHttp } from './agent.ts'
import { failingSource } from './failing-source.ts'
import { send } from './raw.ts'
import { serve } from './served.ts'
import { startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'

type Line = { msg: string; level: string; time: string; requestId: string; ms: number } & Record<string, unknown>

let close = async () => {}
afterEach(() => {
  vi.useRealTimers()
  return close()
})

/** From here on nothing takes long, however slow the machine is, but what a test says. */
const stopClock = () => vi.useFakeTimers({ toFake: ['performance'] })

/** A server, and the lines of requests that it has logged. */
const open = async (logRequests: RequestLogging, { config, ...options }: TestServerOptions = {}) => {
  const text: string[] = []
  const log = createLog('info', { write: (line: string) => text.push(line) })
  const server = await startServer({ ...options, log, config: { logRequests, ...config } })
  close = server.close
  // What it says of its data when it starts.
  text.length = 0
  const lines = (): Line[] => text.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  return { server, lines, text }
}
const all = { oneIn: 1 }
const user = `/api/v1/users/${examples.username}`
const soundQuery = 'query Sounds { soundLibrary(first: 2) { nodes { title } } }'

describe('a request is one line', () => {
  test('of JSON that says who asked for what, and what came of it', async () => {
    const { server, lines } = await open(all)
    const answer = await server.get(user)
    const [line] = lines()
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: answer.body.meta.request_id,
      key: 'key 1',
      method: 'GET',
      surface: 'rest',
      operation: 'getUser',
      cost: 1,
      status: 200,
      code: null,
      cache: 'fetched',
      reads: 1,
      ms: expect.any(Number),
      bytes: Number(answer.headers.get('content-length')),
      msg: 'request'
    })
  })

  test('that tells where the answer came from', async () => {
    const { server, lines } = await open(all)
    for (const _ of [1, 2, 3]) await server.get(user)
    for (const _ of [1, 2, 3]) await server.query(soundQuery)
    expect(lines().map(({ cache }) => cache)).toEqual(['fetched', 'cached', 'ready', 'fetched', 'cached', 'ready'])
    expect(lines().map(({ reads }) => reads)).toEqual([1, 1, 0, 1, 1, 0])
  })

  test('whatever its surface and its end', async () => {
    const { server, lines } = await open(all)
    await server.query(soundQuery)
    await server.query('{ nonsense }')
    await server.get('/api/v1/users/nobody.at.all')
    await fetch(`${server.url}${user}`)
    await fetch(`${server.url}/healthz`)
    const client = await overHttp(server.url)
    await call(client, 'get_user', { username: examples.username })
    await client.close()
    const told = lines().map(({ surface, operation, status, code, key }) => [surface, operation, status, code, key])
    expect(told).toEqual(
      expect.arrayContaining([
        ['graphql', 'Sounds', 200, null, 'key 1'],
        ['graphql', null, 200, 'GRAPHQL_VALIDATION_FAILED', 'key 1'],
        ['rest', 'getUser', 404, 'NOT_FOUND', 'key 1'],
        ['rest', null, 401, 'UNAUTHORIZED', null],
        ['page', '/healthz', 200, null, null],
        ['mcp', 'get_user', 200, null, 'key 1']
      ])
    )
    const [sounds] = lines()
    expect(sounds?.cost).toBeGreaterThan(1)
  })

  test('without keys, documents, variables, queries of addresses and addresses of clients', async () => {
    const { server, text } = await open(all)
    const secret = 'a-word-that-nobody-may-read'
    await server.query(`query ($u: String!) { user(by: { username: $u }) { username } } # ${secret}`, { u: secret })
    await server.get(`/api/v1/search/top?keyword=${secret}`)
    await server.get(`/graphql?query=${encodeURIComponent(`{ searchTop(keyword: "${secret}") { nodes { postId } } }`)}`)
    await fetch(`${server.url}${user}`, { headers: { 'x-gateway-key': secret } })
    expect(text).toHaveLength(4)
    expect(text.join('')).not.toContain(secret)
    expect(text.join('')).not.toContain(testKey)
    expect(text.join('')).not.toMatch(/127\.0\.0\.1|::1/)
  })

  test('however long a name the client gives its operation, and whatever it sends', async () => {
    const { server, lines, text } = await open(all)
    await server.query(`query ${'N'.repeat(200)} { soundLibrary(first: 1) { nodes { title } } }`)
    expect(lines()[0]?.operation).toBe('N'.repeat(100))
    await send(server.url, '/api/v1/users/%0a%7b%22level%22%3a%22fatal%22%7d%1b[31m')
    await send(server.url, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', operationName: 'a\n{"level":"fatal"}' })
    })
    expect(text).toHaveLength(3)
    for (const line of text) expect(line).toMatch(/^\{"level":"info"[\x20-\x7e]+\}\n$/)
  })
})

describe('LOG_REQUESTS', () => {
  const faulty = (source: Parameters<typeof failingSource>[0]) =>
    failingSource(source, (_, key) => (key === 'broken.one' ? { thrown: new ApiError('UPSTREAM_ERROR') } : undefined))
  const askAll = async (server: TestServer, times: number) => {
    for (let asked = 0; asked < times; asked += 1) await server.get(user)
    await server.get('/api/v1/users/nobody.at.all')
    await server.get('/api/v1/users/broken.one')
    await server.query('{ user(by: { username: "broken.one" }) { username } }')
  }
  const ends = (lines: Line[]) => lines.map(({ status, code }) => `${status} ${code}`)

  test('off: none', async () => {
    const { server, lines } = await open('off', { wrapSource: faulty })
    await askAll(server, 3)
    expect(lines()).toEqual([])
  })

  test('slow: those that failed by no fault of the client, with a status or in the middle of an answer', async () => {
    stopClock()
    const { server, lines } = await open('slow', { wrapSource: faulty })
    await askAll(server, 3)
    expect(ends(lines())).toEqual(['502 UPSTREAM_ERROR', '200 UPSTREAM_ERROR'])
  })

  test('slow: those that took a second', async () => {
    stopClock()
    let ms = 999
    const { server, lines } = await open('slow', {
      wrapSource: (source) => ({
        ...source,
        lookUp(...given) {
          vi.advanceTimersByTime(ms)
          return source.lookUp(...given)
        }
      })
    })
    await server.get('/api/v1/users/nobody.at.all')
    ms = 1_000
    await server.get(user)
    expect(lines()).toMatchObject([{ operation: 'getUser', status: 200, ms }])
  })

  test('1/5: one in five of the others, and those', async () => {
    const { server, lines } = await open({ oneIn: 5 }, { wrapSource: faulty })
    await askAll(server, 19)
    expect(ends(lines()).toSorted()).toEqual([
      ...['200 UPSTREAM_ERROR', '200 null', '200 null', '200 null', '404 NOT_FOUND', '502 UPSTREAM_ERROR']
    ])
  })

  test('is read with a word on what is wrong', () => {
    const { read } = settings.LOG_REQUESTS
    expect(['off', 'slow', 'all', '1/100'].map(read)).toEqual(['off', 'slow', { oneIn: 1 }, { oneIn: 100 }])
    for (const text of ['none', '1/0', '2/3', '1/', '0.1', '1/10000000'])
      expect(() => read(text)).toThrow('must be off')
  })
})

test('lines that are gathered are all there when the process was told to stop', async () => {
  const server = await serve(inject('defaultDataset'), { LOG_REQUESTS: 'all', SHUTDOWN_GRACE_MS: '0' })
  close = server.stop
  const ids: (string | undefined)[] = []
  for (let asked = 0; asked < 50; asked += 1) ids.push((await send(server.url, user)).headers.get('x-request-id'))
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const lines: Line[] = server
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
  expect(lines.map(({ requestId }) => requestId)).toEqual(ids)
})
