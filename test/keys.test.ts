import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { type App, startApp } from '../src/host/app.ts'
import { GatewayKeys, newKey } from '../src/surfaces/http/gateway-keys.ts'
import { rows } from './dataset.ts'
import { type RawAnswer, readAnswer, send, sendBytes } from './raw.ts'
import { type Envelope, type GraphQLAnswer, patient } from './server.ts'

const plain = 'first-key_0'
const second = 'Zweiter.Schlüssel'.replace('ü', 'ue')
const hashed = 'the-hashed-key'
const secrets = [plain, second, hashed]

let app: App
let logged = ''
beforeAll(async () => {
  const sha256 = createHash('sha256').update(hashed).digest('hex').toUpperCase()
  const config = readConfig({
    PORT: '0',
    DATA_URL: `sqlite:${inject('defaultDataset')}`,
    GATEWAY_KEYS: `${plain}, ${second},sha256:${sha256}`,
    LOG_LEVEL: 'trace',
    LOG_REQUESTS: 'all'
  })
  const stream = new Writable({
    write(chunk, _, done) {
      logged += String(chunk)
      done()
    }
  })
  app = await startApp({ config: { ...config, ...patient }, log: pino({ level: 'trace' }, stream) })
})
afterAll(() => app.close())

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  send(app.url, target, { method, headers, body, keyless: true })

const expectUnauthorized = (answer: RawAnswer, surface: 'rest' | 'graphql', what = '') => {
  expect(answer.status, what).toBe(401)
  expect(answer.headers.get('www-authenticate'), what).toBe('ApiKey realm="clipgraph", Bearer realm="clipgraph"')
  expect(answer.headers.get('content-type'), what).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control'), what).toBe('no-store')
  if (surface === 'rest') {
    const body = JSON.parse(answer.body) as Envelope
    expect(Object.keys(body)).toEqual(['meta', 'data', 'pagination', 'error'])
    expect(body).toMatchObject({
      data: null,
      pagination: null,
      error: { code: 'UNAUTHORIZED', details: { doc_url: '/docs/errors/UNAUTHORIZED' } }
    })
    expect(body.error?.message).toContain('x-gateway-key')
    expect(answer.headers.get('x-request-id')).toBe(body.meta.request_id)
  } else {
    const body = JSON.parse(answer.body) as GraphQLAnswer
    expect(body.errors).toHaveLength(1)
    expect(body.errors?.[0]?.extensions).toEqual({
      code: 'UNAUTHORIZED',
      details: { doc_url: '/docs/errors/UNAUTHORIZED' }
    })
    expect(body.errors?.[0]?.message).toContain('x-gateway-key')
    expect(answer.headers.get('x-request-id')).toBe(body.extensions?.meta?.request_id)
    expect(body).not.toHaveProperty('data')
  }
}

const rest = '/api/v1/sounds/library'
const graphql = '/graphql?query={__typename}'
const wrongKeys = [
  ...['', ' ', 'wrong', 'null', 'undefined', '*', '0'],
  ...[`${plain}x`, plain.slice(0, -1), plain.toUpperCase(), ` ${plain} x`, `${plain},${plain}`, `${plain}, ${second}`],
  ...[`"${plain}"`, `Bearer ${plain}`, `sha256:${createHash('sha256').update(hashed).digest('hex')}`],
  createHash('sha256').update(hashed).digest('hex'),
  'a'.repeat(10_000)
]

describe('the data surfaces need a key', () => {
  test('each of the configured keys opens both', async () => {
    for (const key of secrets) {
      expect((await ask(rest, { 'x-gateway-key': key })).status, key).toBe(200)
      expect((await ask(graphql, { 'x-gateway-key': key })).status, key).toBe(200)
      expect((await ask(rest, { 'X-Gateway-Key': key })).status, key).toBe(200)
    }
  })

  test('without one, or with a wrong one, both say 401 in their own form', async () => {
    expectUnauthorized(await ask(rest), 'rest')
    expectUnauthorized(await ask(graphql), 'graphql')
    for (const key of wrongKeys) {
      expectUnauthorized(await ask(rest, { 'x-gateway-key': key }), 'rest', key)
      expectUnauthorized(await ask(graphql, { 'x-gateway-key': key }), 'graphql', key)
      const post = await ask(
        '/graphql',
        { 'x-gateway-key': key, 'content-type': 'application/json' },
        'POST',
        '{"query":"{__typename}"}'
      )
      expectUnauthorized(post, 'graphql', key)
    }
  })

  test('a key that is sent twice is no key', async () => {
    for (const other of [plain, second, 'wrong']) {
      for (const [target, surface] of [
        [rest, 'rest'],
        [graphql, 'graphql']
      ] as const) {
        const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${plain}\r\nX-Gateway-Key: ${other}\r\n`
        const answer = readAnswer(await sendBytes(app.url, `${head}Connection: close\r\n\r\n`))
        expectUnauthorized(answer, surface, other)
      }
    }
  })

  test('a bearer token is a key on every data surface, and counts only without the other header', async () => {
    const bearer = (token: string, scheme = 'Bearer') => ({ authorization: `${scheme} ${token}` })
    for (const key of secrets) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
        expect((await ask(rest, bearer(key, scheme))).status, key).toBe(200)
        expect((await ask(graphql, bearer(key, scheme))).status, key).toBe(200)
      }
      const json = { 'content-type': 'application/json', ...bearer(key) }
      expect((await ask('/graphql', json, 'POST', '{"query":"{__typename}"}')).status, key).toBe(200)
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
      const accept = 'application/json, text/event-stream'
      expect((await ask('/mcp', { ...json, accept }, 'POST', body)).status, key).toBe(200)
    }
    for (const key of wrongKeys) {
      expectUnauthorized(await ask(rest, bearer(key)), 'rest', key)
      expectUnauthorized(await ask(graphql, bearer(key)), 'graphql', key)
    }
    expectUnauthorized(await ask(rest, { ...bearer(plain), 'x-gateway-key': 'wrong' }), 'rest')
    expectUnauthorized(await ask(rest, { ...bearer(plain), 'x-gateway-key': '' }), 'rest')
    expect((await ask(rest, { ...bearer('wrong'), 'x-gateway-key': plain })).status).toBe(200)
    const twice = `authorization: Bearer ${plain}\r\n`.repeat(2)
    const sent = await sendBytes(app.url, `GET ${rest} HTTP/1.1\r\nHost: x\r\n${twice}Connection: close\r\n\r\n`)
    expectUnauthorized(readAnswer(sent), 'rest')
  })

  test('a key anywhere else is no key', async () => {
    for (const headers of [
      { authorization: plain },
      { authorization: `Basic ${Buffer.from(`x:${plain}`).toString('base64')}` },
      { authorization: `Bearer${plain}` },
      { 'x-api-key': plain },
      { cookie: `x-gateway-key=${plain}` }
    ]) {
      expectUnauthorized(await ask(rest, headers as unknown as Record<string, string>), 'rest')
    }
    expectUnauthorized(await ask(`${rest}?x-gateway-key=${plain}`), 'rest')
  })

  test('what the cache holds is for callers with a key only', async () => {
    const target = '/api/v1/search?keyword=a'
    const known = await ask(target, { 'x-gateway-key': plain })
    await ask(target, { 'x-gateway-key': plain })
    expectUnauthorized(await ask(target), 'rest')
    expectUnauthorized(await ask(target, { 'if-none-match': known.headers.get('etag') ?? '*' }), 'rest')
    expectUnauthorized(await ask(target, { 'if-none-match': '*' }), 'rest')
    for (let round = 0; round < 4; round += 1) await ask(graphql, { 'x-gateway-key': plain })
    expectUnauthorized(await ask(graphql), 'graphql')
    expectUnauthorized(await ask(graphql, { 'if-none-match': '*' }), 'graphql')
    // A shared cache must not hand one caller's answer to another.
    expect(known.headers.get('cache-control')).toMatch(/private|no-store/)
    expect(known.headers.get('vary')).toMatch(/x-gateway-key/i)
  })

  test('asking GraphQL as a browser page does leads to the page, never to data', async () => {
    const headers = { accept: 'text/html' }
    const query = '{ soundLibrary(first: 1) { nodes { title } } }'
    const answer = await ask(`/graphql?query=${encodeURIComponent(query)}`, headers)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    const [first] = rows<{ title: string }>('SELECT title FROM sounds WHERE hot_rank = 1')
    expect(answer.body.includes(first?.title ?? '')).toBe(false)
    const post = await ask(
      '/graphql',
      { ...headers, 'content-type': 'application/json' },
      'POST',
      JSON.stringify({ query })
    )
    expectUnauthorized(post, 'graphql')
    expectUnauthorized(await ask(rest, headers), 'rest')
  })
})

describe('everything else is open', () => {
  test.each(['/', '/docs', '/healthz', '/readyz', '/metrics', '/openapi.json', '/schema.graphql'])(
    '%s',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(answer.body.length).toBeGreaterThan(10)
      for (const key of secrets) expect(answer.body).not.toContain(key)
    }
  )

  test('a browser gets GraphiQL, and no key of this deployment in it', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const answer = await ask('/graphql', { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.body).toContain('/graphiql.js')
    for (const key of secrets) expect(answer.body.includes(key)).toBe(false)
  })
})

test('no key is in any log line or answer, whatever went wrong', async () => {
  const answers = [
    await ask('/api/v1/users/%zz', { 'x-gateway-key': plain }),
    await ask('/api/v1/nothing', { 'x-gateway-key': second }),
    await ask('/api/v1/search', { 'x-gateway-key': hashed }, 'POST'),
    await ask('/graphql', { 'x-gateway-key': plain }, 'POST', 'nonsense'),
    await ask('/graphql?query={nothing}', { 'x-gateway-key': second }),
    await ask(rest, { 'x-gateway-key': `${plain}-nearly` }),
    readAnswer(await sendBytes(app.url, `NONSENSE / HTTP/1.1\r\nx-gateway-key: ${plain}\r\n\r\n`))
  ]
  expect(logged).not.toBe('')
  for (const text of [logged, ...answers.map(({ body, headers }) => body + JSON.stringify([...headers]))]) {
    for (const key of secrets) expect(text).not.toContain(key)
    expect(text).not.toContain('nearly')
  }
})

describe('keys themselves', () => {
  test('only hashes are kept', () => {
    const keys = new GatewayKeys([plain, hashed])
    expect(JSON.stringify(keys)).not.toContain(plain)
    expect(keys.hashes).toHaveLength(2)
    // Hashed by hand or here, a key is the same.
    const byHand = new GatewayKeys([`sha256:${createHash('sha256').update(plain).digest('hex')}`])
    expect(byHand.hashes[0]).toEqual(keys.hashes[0])
  })

  test('no configured key accepts nothing, least of all nothing', () => {
    for (const key of ['', 'a', undefined, null, 0, [], ['a'], {}]) expect(new GatewayKeys([]).callerOf(key)).toBeNull()
    for (const key of ['', undefined, ['a'], { a: 1 }]) expect(new GatewayKeys(['a']).callerOf(key)).toBeNull()
  })

  test('a made key is long, new every time and fit for a header', () => {
    const made = Array.from({ length: 100 }, newKey)
    expect(new Set(made).size).toBe(100)
    for (const key of made) expect(key).toMatch(/^cg_[A-Za-z0-9_-]{32}$/)
  })
})
