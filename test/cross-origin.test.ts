import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Origins } from '../src/core/config/parsers.ts'
import { findFixtures } from './fixtures.ts'
import { startOwnKey } from './own-key.ts'
import { plainRequest } from './plain-request.ts'
import { startServer, type TestServer } from './server.ts'

const [handle = ''] = findFixtures().known.user
const profile = `/api/v1/users/${handle}`
const app = 'https://app.example'

const servers = new Map<string, TestServer>()
const start = async (name: string, origins: Origins) => {
  servers.set(name, await startServer({ config: { origins } }))
}
beforeAll(() =>
  Promise.all([
    start('listed', [app, 'https://other.example:8443']),
    start('loopback', 'loopback'),
    start('any', 'any'),
    start('none', [])
  ])
)
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())))

type Options = Parameters<typeof plainRequest>[1] & { origin?: string; under?: string }
const ask = (path: string, { origin, under = 'listed', ...options }: Options = {}) => {
  const headers = { ...(origin === undefined ? {} : { origin }), ...options.headers }
  return plainRequest(`${servers.get(under)?.url}${path}`, { ...options, headers })
}
const preflight = (path: string, { headers, ...options }: Options) =>
  ask(path, {
    method: 'OPTIONS',
    keyless: true,
    headers: {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-gateway-key,content-type',
      ...headers
    },
    ...options
  })
const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')
const named = (headers: Headers, name: string) => (headers.get(name) ?? '').split(', ')

const query = `/graphql?query=${encodeURIComponent('{ __typename }')}`
/** An address of each surface, and one that each does not have. */
const data = [profile, query, '/api/v1/nothing', '/api/v9', '/graphqL']

describe('a page of an origin that may call', () => {
  test.each(data)('may ask before it does, without a key: %s', async (path) => {
    const { status, headers, bytes } = await preflight(path, { origin: app })
    expect([status, bytes.length]).toEqual([204, 0])
    expect(headers.get('access-control-allow-origin')).toBe(app)
    expect(named(headers, 'vary')).toContain('origin')
    const methods = path.startsWith('/graphql') ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
    expect(named(headers, 'access-control-allow-methods')).toEqual(methods)
    const sent = [
      'x-gateway-key',
      'authorization',
      'content-type',
      'x-api-version',
      'if-none-match',
      'accept',
      'traceparent',
      'tracestate'
    ]
    expect(named(headers, 'access-control-allow-headers')).toEqual(expect.arrayContaining(sent))
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
    // No cookies here, and nothing that would have a browser send them.
    expect(headers.get('access-control-allow-credentials')).toBe(null)
  })

  test.each([
    ['an answer', profile, 200],
    ['an answer of the graph', query, 200],
    ['that a creator does not exist', '/api/v1/users/nobody.at.all', 404],
    ['that a path does not exist', '/api/v1/nothing', 404],
    ['that a path of no surface exists', '/nothing', 404],
    ['that a parameter is wrong', '/api/v1/sounds/x', 400],
    ['that a query is wrong', '/graphql?query=%7B', 400],
    ['that an address cannot be decoded', '/api/v1/users/%zz', 400]
  ])('can read %s', async (_, path, expected) => {
    const headers = { accept: 'application/graphql-response+json' }
    const answer = await ask(path, { origin: app, headers })
    expect([answer.status, allowed(answer)]).toEqual([expected, app])
    expect(named(answer.headers, 'vary').filter((name) => name === 'origin')).toHaveLength(1)
    expect(named(answer.headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'age', 'x-request-id', 'retry-after', 'link', 'x-ignored-parameters', 'allow'])
    )
  })

  test('can read refusals, and that nothing changed', async () => {
    for (const path of [profile, query]) {
      const refused = await ask(path, { origin: app, keyless: true })
      expect([refused.status, allowed(refused)]).toEqual([401, app])
      const method = await ask(path, { origin: app, method: 'DELETE' })
      expect([method.status, allowed(method)]).toEqual([405, app])
      const { headers } = await ask(path, { origin: app })
      const known = await ask(path, { origin: app, headers: { 'if-none-match': headers.get('etag') ?? '' } })
      expect([known.status, allowed(known), known.headers.get('vary')]).toEqual([304, app, headers.get('vary')])
    }
    const headers = { 'content-type': 'application/json' }
    const large = await ask('/graphql', { origin: app, method: 'POST', headers, body: 'x'.repeat(300_000) })
    expect([large.status, allowed(large)]).toEqual([413, app])
  })
})

describe('a page of an origin that may not', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'https://evil.example/https://app.example',
    'https://app.example, https://evil.example',
    'HTTPS://APP.EXAMPLE',
    'https://app.example/',
    '*',
    'nonsense',
    'x'.repeat(5_000)
  ]
  test.each(foreign)(
    'is refused when it asks, in the form of the surface, and its call has no leave: %s',
    async (origin) => {
      const rest = await preflight(profile, { origin })
      expect([rest.status, allowed(rest)]).toEqual([403, null])
      expect(JSON.parse(rest.text)).toMatchObject({
        data: null,
        pagination: null,
        error: { code: 'ORIGIN_NOT_ALLOWED' }
      })
      const graph = await preflight('/graphql', { origin })
      expect([graph.status, allowed(graph)]).toEqual([403, null])
      expect(JSON.parse(graph.text).errors[0].extensions.code).toBe('ORIGIN_NOT_ALLOWED')
      // It is the browser that keeps pages out; servers send an origin too, and are answered.
      for (const path of [profile, query]) {
        const served = await ask(path, { origin })
        expect([served.status, allowed(served)]).toEqual([200, null])
      }
    }
  )

  test('is told by every answer that may be kept, asked with an origin or without, that it depends on it', async () => {
    for (const path of [profile, query]) {
      for (const origin of [undefined, app, 'https://evil.example']) {
        const { headers } = await ask(path, origin === undefined ? {} : { origin })
        expect([origin, named(headers, 'vary').filter((name) => name === 'origin')]).toEqual([origin, ['origin']])
      }
    }
  })
})

describe('what is set', () => {
  const here = ['http://localhost:3000', 'http://localhost', 'http://127.0.0.1:5173', 'http://[::1]:8080']
  const elsewhere = [
    'http://localhost.evil.example',
    'http://localhost:3000.evil.example',
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1:3000',
    'http://localhost:123456',
    'http://evil.example#http://localhost',
    'null'
  ]

  test('on loopback, unless something else is said: any page that this machine serves', async () => {
    for (const origin of here) {
      expect([origin, allowed(await preflight(profile, { origin, under: 'loopback' }))]).toEqual([origin, origin])
      expect(allowed(await ask(profile, { origin, under: 'loopback' }))).toBe(origin)
    }
    for (const origin of elsewhere) {
      expect([origin, allowed(await ask(profile, { origin, under: 'loopback' }))]).toEqual([origin, null])
    }
  })

  test('* lets any page call, and is the same for all', async () => {
    for (const origin of [...here, ...elsewhere]) {
      const answer = await ask(profile, { origin, under: 'any' })
      expect(allowed(answer)).toBe('*')
      expect((await preflight('/graphql', { origin, under: 'any' })).status).toBe(204)
    }
  })

  test('none keeps every page out', async () => {
    for (const origin of [...here, ...elsewhere]) {
      expect((await preflight(profile, { origin, under: 'none' })).status).toBe(403)
      expect(allowed(await ask(profile, { origin, under: 'none' }))).toBe(null)
    }
  })
})

describe('open to any page, whatever is set', () => {
  test.each(['/openapi.json', '/schema.graphql', '/media/cover/1.svg', '/media/sound/1.wav'])('is %s', async (path) => {
    for (const options of [{}, { origin: 'https://evil.example' }, { origin: 'null', under: 'none' }]) {
      const answer = await ask(path, { keyless: true, ...options })
      expect([answer.status, allowed(answer)]).toEqual([200, '*'])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      // The same for everyone, so that it is kept once for everyone.
      expect(named(answer.headers, 'vary')).not.toContain('origin')
    }
    const asked = await preflight(path, { origin: 'https://evil.example', under: 'none' })
    expect([asked.status, allowed(asked)]).toEqual([204, '*'])
    const missing = await ask('/media/cover/nothing.svg', { origin: 'https://evil.example' })
    expect([missing.status, allowed(missing)]).toEqual([404, '*'])
  })
})

describe('what no other page reads', () => {
  test.each(['/', '/docs', '/docs/schema', '/healthz', '/readyz', '/metrics'])('is %s', async (path) => {
    for (const under of ['listed', 'any']) {
      expect(allowed(await ask(path, { origin: app, under }))).toBe(null)
      expect((await preflight(path, { origin: app, under })).status).toBe(403)
    }
  })

  test('is GraphiQL with the key of this run, though its address is that of the graph', async () => {
    const key = 'cg_key-of-this-run'
    const own = await startOwnKey(key)
    try {
      const headers = { origin: 'http://localhost:3000', accept: 'text/html' }
      const page = await plainRequest(`${own.url}/graphql`, { headers, keyless: true })
      expect(page.text).toContain(key)
      expect(allowed(page)).toBe(null)
      const answer = await plainRequest(own.url + query, {
        headers: { ...headers, accept: '*/*', 'x-gateway-key': key }
      })
      expect(allowed(answer)).toBe('http://localhost:3000')
    } finally {
      await own.close()
    }
  })
})

describe('what a browser says comes from another site', () => {
  /** As browsers send it with what a page loads without a script, an image for example. */
  const asPicture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const asCall = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const asLink = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const agent = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

  test('gets no data without an origin that may call, in the form of the surface', async () => {
    for (const [under, origin] of [
      ['listed', undefined],
      ['listed', 'https://evil.example'],
      ['listed', 'null'],
      ['loopback', undefined],
      ['loopback', 'https://evil.example'],
      ['none', undefined],
      ['none', app]
    ] as const) {
      const who = { under, ...(origin === undefined ? {} : { origin }) }
      for (const headers of [asPicture, asCall, asLink, { 'sec-fetch-site': 'cross-site' }]) {
        for (const path of [profile, '/api/v1/nothing']) {
          const answer = await ask(path, { ...who, headers })
          expect([answer.status, allowed(answer)]).toEqual([403, null])
          expect(JSON.parse(answer.text)).toMatchObject({ data: null, error: { code: 'ORIGIN_NOT_ALLOWED' } })
        }
        const body = '{"query":"{__typename}"}'
        for (const answer of [
          await ask(query, { ...who, headers }),
          await ask('/graphql', { ...who, method: 'POST', headers: { ...headers, ...json }, body })
        ]) {
          expect([answer.status, JSON.parse(answer.text).errors[0].extensions.code]).toEqual([
            403,
            'ORIGIN_NOT_ALLOWED'
          ])
        }
        const told = await ask('/mcp', { ...who, ...agent, headers: { ...headers, ...json } })
        expect([told.status, JSON.parse(told.text).error.data.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
        // Nor is it told without a key whether an origin may call.
        expect((await ask(profile, { ...who, headers, keyless: true })).status).toBe(401)
      }
    }
  })

  test('is answered with an origin that may, and from anywhere where any may', async () => {
    for (const path of [profile, query]) {
      expect((await ask(path, { origin: app, headers: asCall })).status).toBe(200)
      expect((await ask(path, { origin: 'http://localhost:3000', under: 'loopback', headers: asCall })).status).toBe(
        200
      )
      for (const headers of [asPicture, asCall, asLink]) {
        expect((await ask(path, { under: 'any', headers })).status).toBe(200)
      }
    }
  })

  test('is no matter of pages: links from elsewhere open them, and media, contracts and GraphiQL too', async () => {
    for (const path of [
      '/',
      '/docs',
      '/docs/schema',
      '/healthz',
      '/openapi.json',
      '/schema.graphql',
      '/media/cover/1.svg'
    ]) {
      for (const under of ['listed', 'none']) {
        expect([path, (await ask(path, { under, headers: asLink, keyless: true })).status]).toEqual([path, 200])
      }
    }
    expect((await ask('/media/cover/1.svg', { headers: asPicture, keyless: true })).status).toBe(200)
    const page = await ask('/graphql', { headers: { ...asLink, accept: 'text/html' }, keyless: true })
    expect([page.status, page.text.includes('GraphiQL')]).toEqual([200, true])
  })

  test.each(['same-origin', 'same-site', 'none', 'nonsense', ''])('is not what says %s', async (site) => {
    for (const path of [profile, query]) {
      expect((await ask(path, { headers: { 'sec-fetch-site': site } })).status).toBe(200)
      expect((await ask(path, { origin: 'https://evil.example', headers: { 'sec-fetch-site': site } })).status).toBe(
        200
      )
    }
  })

  test('a preflight asks as ever', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    expect((await preflight(profile, { origin: app, headers })).status).toBe(204)
    expect((await preflight(profile, { origin: 'https://evil.example', headers })).status).toBe(403)
  })
})

describe('OPTIONS that asks for no leave', () => {
  test('is a method like any other', async () => {
    for (const headers of [{}, { origin: app }, { 'access-control-request-method': 'GET' }] as const) {
      const { status, headers: told } = await ask(profile, { method: 'OPTIONS', headers })
      expect([status, told.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect((await ask(profile, { method: 'OPTIONS', headers, keyless: true })).status).toBe(401)
    }
  })
})

describe('what a page may send without asking', () => {
  const forms = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'TEXT/PLAIN',
    'text/json'
  ]

  test.each(forms)('is not read by the graph: %s', async (type) => {
    const headers = { 'content-type': type }
    for (const body of ['{"query":"{__typename}"}', 'query=%7B__typename%7D']) {
      const post = await ask('/graphql', { origin: app, method: 'POST', headers, body })
      expect([post.status, JSON.parse(post.text).errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    const get = await ask(query, { origin: app, headers })
    expect([get.status, JSON.parse(get.text).errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    for (const method of ['POST', 'GET']) {
      expect((await ask(query, { origin: app, headers, method, keyless: true })).status).toBe(401)
    }
  })

  test('is JSON over GET, with its type or without', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/graphql+json', null]) {
      const { status } = await ask(query, { headers: type === null ? {} : { 'content-type': type } })
      expect([type, status]).toEqual([type, 200])
    }
  })
})
