import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../src/surfaces/rest/operations.ts'
import { cases } from './cases.ts'
import { internals } from './internals.ts'
import { notHttp } from './not-http.ts'
import { type RawAnswer, readAnswer, send, sendBytes } from './raw.ts'
import { type Envelope, type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const expectForm = (answer: RawAnswer, what: string) => {
  expect(answer.status, what).toBeGreaterThanOrEqual(400)
  expect(answer.status, what).toBeLessThan(500)
  expect(answer.headers.get('content-type'), what).toMatch(/^application\/(graphql-response\+)?json; charset=utf-8$/)
  expect(answer.headers.get('x-request-id'), what).toMatch(/^[0-9a-f-]{36}$/)
  expect(Number(answer.headers.get('content-length')), what).toBe(Buffer.byteLength(answer.body))
  expect(answer.body, what).not.toMatch(internals)
  expect(JSON.stringify([...answer.headers]), what).not.toMatch(internals)
}

/** The envelope of REST and of everything that is no surface. */
const expectEnvelope = (answer: RawAnswer, status: number, code: string, what = '') => {
  expectForm(answer, what)
  expect(answer.status, what).toBe(status)
  const body = JSON.parse(answer.body) as Envelope
  expect(Object.keys(body), what).toEqual(['meta', 'data', 'pagination', 'error'])
  expect(body.meta.request_id, what).toBe(answer.headers.get('x-request-id'))
  expect([body.data, body.pagination], what).toEqual([null, null])
  expect(body.error?.code, what).toBe(code)
  return body.error
}

const expectGraphQLForm = (answer: RawAnswer, status: number, code: string, what = '') => {
  expect(answer.body, what).not.toMatch(internals)
  expect(answer.headers.get('content-type'), what).toMatch(/^application\/(graphql-response\+)?json; charset=utf-8$/)
  expect(answer.status, what).toBe(status)
  const body = JSON.parse(answer.body) as GraphQLAnswer
  expect(
    body.errors?.map(({ extensions }) => extensions?.code),
    what
  ).toEqual([code])
  expect(Object.keys(body.errors?.[0]?.extensions ?? {}), what).toEqual(['code', 'details'])
  expect(body.extensions?.meta?.request_id, what).toBe(answer.headers.get('x-request-id'))
  expect(body.data ?? null, what).toBe(null)
  return body.errors?.[0]
}

/** The status of a well-formed GraphQL request that is refused, by the type of answer that is accepted. */
const statusByType = [
  ['application/json', 200],
  ['application/graphql-response+json', 400]
] as const

const key = `x-gateway-key: ${testKey}\r\n`

describe('addresses', () => {
  test('percent-encoding that does not decode is refused in the envelope', async () => {
    for (const text of ['%', '%z', '%zz', '%E0%A4%A', '%FF', '%C0%AF', 'a%', '%%', '%u0041']) {
      for (const path of [`/api/v1/users/${text}`, `/api/v1/sounds/${text}/posts`, `/api/v1/${text}`, `/${text}`]) {
        const error = expectEnvelope(await send(server.url, path), 400, 'INVALID_PARAM', path)
        expect(error?.details?.param).toBe('path')
      }
    }
  })

  test('unknown paths are NOT_FOUND in the envelope', async () => {
    for (const path of [
      ...['/api', '/api/', '/api/v1', '/api/v1/', '/api/v2/users/a', '/api/v1/nothing', '/api/v1/users/a/b/c'],
      ...[
        '/nothing',
        '//',
        '/graphql/',
        '/graphql/none',
        '/api/v1/users/a/',
        '/.env',
        '/..',
        '/api/v1/../../etc/passwd'
      ],
      ...['/API/v1/sounds/library', '//api/v1/sounds/library', '/api//v1/sounds/library', '/;', '/a'.repeat(2_000)]
    ]) {
      expectEnvelope(await send(server.url, path), 404, 'NOT_FOUND', path)
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'QUERY', 'PURGE'])(
    '%s is not allowed, and Allow says what is',
    async (method) => {
      const paths = [
        ...operations.map(({ path }) => path.replace(/\{\w+\}/g, '1')),
        '/api/v1/nothing',
        '/healthz',
        '/nothing'
      ]
      for (const path of paths) {
        const answer = await send(server.url, path, { method })
        expectEnvelope(answer, 405, 'METHOD_NOT_ALLOWED', `${method} ${path}`)
        expect(answer.headers.get('allow')).toBe('GET, HEAD')
      }
      if (method === 'POST') return
      const answer = await send(server.url, '/graphql', { method })
      expectGraphQLForm(answer, 405, 'METHOD_NOT_ALLOWED', method)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    }
  )

  test('a body on a refused method does no harm', async () => {
    const answer = await send(server.url, '/api/v1/search', { method: 'POST', body: 'x'.repeat(100_000) })
    expectEnvelope(answer, 405, 'METHOD_NOT_ALLOWED')
  })

  test('a body on GET is ignored', async () => {
    const answer = await send(server.url, '/api/v1/sounds/library', { body: '{"a":1}' })
    expect(answer.status).toBe(200)
  })

  test('a proxy’s full address and odd spellings lead to the same place', async () => {
    const { host } = new URL(server.url)
    for (const target of [
      `http://${host}/api/v1/sounds/library`,
      '/%61pi/v1/sounds/library',
      '/api/v1/sounds/l%69brary'
    ]) {
      expect((await send(server.url, target)).status).toBe(200)
    }
    for (const target of ['/graphq%6c?query={__typename}', `http://${host}/graphql?query={__typename}`]) {
      expect(JSON.parse((await send(server.url, target)).body)).toMatchObject({ data: { __typename: 'Query' } })
    }
  })
})

describe('the key comes before everything else', () => {
  test('without it every path and method under /api is 401', async () => {
    for (const [method, target] of [
      ...['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND'].map((name) => [name, '/api/v1/sounds/library'] as const),
      ...['/api', '/api/', '/api/v1/nothing', '/api/v2', '/api/v1/users/%zz', '/api/v1/users/..'].map(
        (path) => ['GET', path] as const
      ),
      ['GET', `/api/v1/${'a'.repeat(10_000)}`]
    ] as const) {
      const answer = await send(server.url, target, { method, keyless: true })
      if (method === 'HEAD') expect([answer.status, answer.body]).toEqual([401, ''])
      else expectEnvelope(answer, 401, 'UNAUTHORIZED', `${method} ${target}`)
    }
    const headers = { 'x-api-version': '1999-01' }
    expectEnvelope(await send(server.url, '/api/v1/search', { keyless: true, headers }), 401, 'UNAUTHORIZED')
  })

  test('without it /graphql is 401, whatever is sent', async () => {
    for (const request of [
      { method: 'GET' },
      { method: 'POST', body: '{"query":"{__typename}"}', headers: { 'content-type': 'application/json' } },
      { method: 'POST', body: 'nonsense' },
      { method: 'POST', body: 'x'.repeat(300 * 1024) },
      { method: 'PUT' }
    ]) {
      expectGraphQLForm(await send(server.url, '/graphql', { ...request, keyless: true }), 401, 'UNAUTHORIZED')
    }
  })

  test('no spelling of an address leads past it', async () => {
    const secrets = [`/api/v1/users/${cases.busyUser()}`, '/api/v1/sounds/library', '/graphql?query={__typename}']
    for (const secret of secrets) {
      const spellings = [
        `http://any.example${secret}`,
        `https://any.example${secret}`,
        `HTTP://any.example${secret}`,
        `http://user:pass@any.example${secret}`,
        secret.replace('/api', '/%61pi'),
        secret.replace('/api', '/ap%69').replace('/v1', '/%761'),
        secret.replace('graphql', 'graphq%6c'),
        secret.replace('graphql', 'graphql#'),
        secret.replace('graphql', 'graphql;x'),
        secret.replace('/', '/./'),
        secret.replace('/', '//'),
        secret.replace('/', '/x/../'),
        secret.replace('/', '/%2e/'),
        secret.replaceAll('/', '%2f').replace('%2f', '/'),
        `${secret}#`,
        `${secret}#/healthz`,
        `${secret}?/healthz`
      ]
      for (const target of spellings) {
        const answer = await send(server.url, target, { keyless: true })
        expect([401, 404, 400], target).toContain(answer.status)
        expect(answer.body, target).not.toMatch(/"data":[{[]/)
      }
    }
  })
})

describe('what is no HTTP', () => {
  test.each(notHttp)('%s is refused in the envelope', async (what, bytes) => {
    const answer = readAnswer(await sendBytes(server.url, Buffer.from(bytes, 'latin1')))
    const error = expectEnvelope(answer, 400, 'INVALID_PARAM', what)
    expect(error?.details).toMatchObject({ param: 'request', reason: 'is not valid HTTP' })
  })

  test('a request that is refused by its head is not refused a second time by its body', async () => {
    // Whoever stands between would take the second answer for that to the next request.
    for (const headers of ['Transfer-Encoding: chunked', `${key}Transfer-Encoding: gzip, chunked`]) {
      const text = await sendBytes(server.url, `POST /graphql HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\nzz\r\n\r\n`)
      expect(text.match(/^HTTP\/1\.1/gm)).toHaveLength(1)
    }
  })

  test('a body that ends too early', async () => {
    const bytes = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query"`
    const answer = readAnswer(await sendBytes(server.url, bytes, { hangUp: true }))
    expectEnvelope(answer, 400, 'INVALID_PARAM')
  })

  test('chunks that end too early', async () => {
    const bytes = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"qu`
    const answer = readAnswer(await sendBytes(server.url, bytes, { hangUp: true }))
    expectEnvelope(answer, 400, 'INVALID_PARAM')
  })

  test('HTTP/1.1 without Host', async () => {
    for (const path of ['/api/v1/sounds/library', '/healthz']) {
      const answer = readAnswer(await sendBytes(server.url, `GET ${path} HTTP/1.1\r\n${key}Connection: close\r\n\r\n`))
      expect(expectEnvelope(answer, 400, 'INVALID_PARAM')?.details?.param).toBe('host')
    }
    const old = readAnswer(await sendBytes(server.url, `GET /api/v1/sounds/library HTTP/1.0\r\n${key}\r\n`))
    expect(old.status).toBe(200)
  })

  test.each([
    ['one long header', `A: ${'a'.repeat(20_000)}`, '/api/v1/search'],
    ['many headers', Array.from({ length: 3_000 }, (_, index) => `a${index}: b`).join('\r\n'), '/api/v1/search'],
    ['a long address', 'A: b', `/api/v1/users/${'a'.repeat(20_000)}`],
    ['a long query', 'A: b', `/api/v1/search?q=${'a'.repeat(20_000)}`],
    ['a long key', `x-gateway-key: ${'a'.repeat(20_000)}`, '/graphql']
  ])('a header block with %s is 431', async (_, header, path) => {
    const answer = readAnswer(await sendBytes(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`))
    expectEnvelope(answer, 431, 'PAYLOAD_TOO_LARGE')
  })

  test('a body longer than its length is one of that length, and then no HTTP', async () => {
    const bytes = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 23\r\n\r\n{"query":"{__typename}"}`
    const answers = (await sendBytes(server.url, bytes)).split(/(?=HTTP\/1\.1 )/).map(readAnswer)
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expectEnvelope(answers[1] as RawAnswer, 400, 'INVALID_PARAM')
  })

  test('what comes before it on the same line is answered first', async () => {
    const asked = [cases.busyUser(), cases.reposter()].map((username) => `/api/v1/users/${username}/reposts?count=7`)
    const lines = asked.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n${key}\r\n`)
    const answers = await sendBytes(server.url, `${lines.join('')}nonsense\r\n\r\n`)
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '400'])
  })

  test.each(['any.example:443', '/api/v1/search', 'http://any.example/'])(
    'a tunnel to %s is not opened',
    async (target) => {
      const answer = await send(server.url, target, { method: 'CONNECT' })
      expectEnvelope(answer, 405, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
  )

  test('an expectation nobody knows is ignored', async () => {
    const headers = { 'content-type': 'application/json', expect: 'the-unexpected' }
    const answer = await send(server.url, '/graphql', { method: 'POST', headers, body: '{"query":"{__typename}"}' })
    expect(answer.status).toBe(200)
  })

  test('an upgrade that is not offered is ignored', async () => {
    for (const upgrade of ['websocket', 'h2c']) {
      const headers = { connection: 'Upgrade, close', upgrade }
      expect((await send(server.url, '/api/v1/sounds/library', { headers })).status).toBe(200)
    }
  })

  test('many bad requests over one connection leave nothing behind', async () => {
    const warnings: string[] = []
    const listen = (warning: Error) => warnings.push(String(warning))
    process.on('warning', listen)
    const target = (index: number) =>
      ['/api/v1/users/%zz', '/api/v1/nothing', '/nothing', '/graphql', '/api/v1/users/x'][index % 5]
    const requests = Array.from(
      { length: 60 },
      (_, index) => `GET ${target(index)} HTTP/1.1\r\nHost: x\r\n${index % 2 ? key : ''}\r\n`
    )
    const text = await sendBytes(
      server.url,
      `${requests.join('')}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(61)
    expect(text).not.toMatch(/HTTP\/1\.1 5/)
    // Time for what must not come; a slow machine proves less, and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })

  test('a client that leaves in the middle harms nobody', async () => {
    const { hostname, port } = new URL(server.url)
    for (let index = 0; index < 20; index += 1) {
      const leaving = request({
        hostname,
        port,
        path: '/api/v1/search?q=a&count=50',
        headers: { 'x-gateway-key': testKey }
      })
      leaving.on('error', () => {})
      leaving.end()
      // Before, during or after the work: whichever it is, nothing may break.
      await new Promise((resolve) => setTimeout(resolve, index % 3))
      leaving.destroy()
    }
    expect((await server.get('/api/v1/sounds/library')).status).toBe(200)
  })
})

describe('POST /graphql with a body that is no GraphQL request', () => {
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send(server.url, '/graphql', { method: 'POST', body, headers })

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['words', 'nonsense'],
    ['half of JSON', '{"query":'],
    ['a byte order mark alone', '\ufeff'],
    ['two JSON values', '{"query":"{__typename}"}{}'],
    ['null', 'null'],
    ['a number', '5'],
    ['text', '"{__typename}"'],
    ['true', 'true'],
    ['an empty array', '[]'],
    ['a batch', '[{"query":"{__typename}"}]'],
    ['an unknown key', '{"query":"{__typename}","foo":1}'],
    ['variables that are a list', '{"query":"{__typename}","variables":[]}'],
    ['variables that are text', '{"query":"{__typename}","variables":"{}"}'],
    ['an operation name that is a number', '{"query":"{__typename}","operationName":5}'],
    ['a query that is a number', '{"query":5}'],
    ['a query that is an object', '{"query":{}}']
  ])('%s is 400', async (what, body) => {
    expectGraphQLForm(await post(body), 400, 'INVALID_PARAM', what)
    const accept = 'application/graphql-response+json'
    expectGraphQLForm(await post(body, { 'content-type': 'application/json', accept }), 400, 'INVALID_PARAM', what)
  })

  test.each([
    ['an unknown operation name', '{"query":"query A{__typename}","operationName":"B"}', 'INVALID_PARAM'],
    ['several operations and no name', '{"query":"query A{__typename} query B{__typename}"}', 'INVALID_PARAM'],
    ['fragments only', '{"query":"fragment A on Query{__typename}"}', 'GRAPHQL_VALIDATION_FAILED']
  ])('%s is well-formed: 200 in plain JSON, and 400 in the other type', async (what, body, code) => {
    expectGraphQLForm(await post(body), 200, code, what)
    for (const [accept, status] of statusByType) {
      expectGraphQLForm(await post(body, { 'content-type': 'application/json', accept }), status, code, what)
    }
  })

  test.each(['{}', '{"query":null}', '{"variables":{}}'])('no query in %s is 400 in both types', async (body) => {
    expectGraphQLForm(await post(body), 400, 'INVALID_PARAM', body)
    for (const [accept] of statusByType) {
      expectGraphQLForm(await post(body, { 'content-type': 'application/json', accept }), 400, 'INVALID_PARAM', body)
    }
  })

  test.each(['text/plain', 'application/xml', 'text/html', 'multipart/form-data; boundary=x', 'nonsense', ';;;', ''])(
    'a body of type "%s" is 415',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
      expectGraphQLForm(await post('{"query":"{__typename}"}', headers), 415, 'UNSUPPORTED_MEDIA_TYPE', type)
    }
  )

  test('a body without type and length is 415 too', async () => {
    expectGraphQLForm(await send(server.url, '/graphql', { method: 'POST' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('a body of more than 256 KiB is 413, with a length and in chunks', async () => {
    const size = 256 * 1024 + 1
    expectGraphQLForm(await post('x'.repeat(size)), 413, 'PAYLOAD_TOO_LARGE')
    const chunks = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const bytes = `${chunks}${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`
    expectGraphQLForm(readAnswer(await sendBytes(server.url, bytes)), 413, 'PAYLOAD_TOO_LARGE')
    const query = `{__typename}${' '.repeat(200 * 1024)}`
    expect((await post(JSON.stringify({ query }))).status).toBe(200)
  })

  test('a declared length is refused before the body is sent', async () => {
    const bytes = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`
    expectGraphQLForm(readAnswer(await sendBytes(server.url, bytes)), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('a body that says it is compressed is 415', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expectGraphQLForm(await post('not gzip', headers), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('GET /graphql', () => {
  const get = (query: string, headers: Record<string, string> = {}) => send(server.url, `/graphql${query}`, { headers })

  test('without a query it is 400 in both types', async () => {
    for (const query of ['', '?', '?foo=bar', '?variables={}', '?operationName=A']) {
      expectGraphQLForm(await get(query), 400, 'INVALID_PARAM', query)
      for (const [accept] of statusByType) {
        expectGraphQLForm(await get(query, { accept }), 400, 'INVALID_PARAM', query)
      }
    }
  })

  test.each([
    ['?query=', 'GRAPHQL_PARSE_FAILED'],
    ['?query={__typename}&operationName=X', 'INVALID_PARAM'],
    ['?query=query%20A{__typename}%20query%20B{__typename}', 'INVALID_PARAM']
  ])('%s is well-formed: 200 in plain JSON, and 400 in the other type', async (query, code) => {
    expectGraphQLForm(await get(query), 200, code, query)
    for (const [accept, status] of statusByType) expectGraphQLForm(await get(query, { accept }), status, code, query)
  })

  test.each([
    '?query={__typename}&variables={bad',
    '?query={__typename}&variables=[]',
    '?query={__typename}&variables=5',
    '?query={__typename}&variables=%7B%22a%22',
    '?query={__typename}&extensions=x'
  ])('%s is 400 in both types', async (query) => {
    expectGraphQLForm(await get(query), 400, 'INVALID_PARAM', query)
    for (const [accept] of statusByType) {
      expectGraphQLForm(await get(query, { accept }), 400, 'INVALID_PARAM', query)
    }
  })

  test('changes nothing: a mutation is refused', async () => {
    const answer = await get('?query=mutation{a}')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test.each([
    'image/png',
    'text/plain',
    'application/*',
    '*/*',
    'nonsense',
    ';q=0',
    'application/json; charset=latin1',
    'application/json, */*;q=0.9, ;;',
    'application/json;q=0',
    'application/json;q=0, application/graphql-response+json;q=0',
    'application/json;q=high, application/graphql-response+json;q=-1',
    ',,,;q=1;;q=,',
    '*/*;q=0.001',
    'application/graphql-response+json;q=0.5, application/*;q=0.9',
    `${'nothing/here, '.repeat(500)}application/json`
  ])('a client that accepts %s gets JSON at once', async (accept) => {
    const answer = await get('?query={__typename}', { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.body)).toMatchObject({ data: { __typename: 'Query' } })
  })

  test.each(['text/event-stream', 'multipart/mixed'])('a client that accepts only %s gets that', async (accept) => {
    const answer = await get('?query={__typename}', { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain(accept)
    expect(answer.body).toContain('{"data":{"__typename":"Query"}')
  })

  test('of the two types of answer the one named first is given', async () => {
    const [first, second] = ['application/graphql-response+json', 'application/json']
    expect(
      (await get('?query={__typename}', { accept: `${first}, ${second};q=0.9` })).headers.get('content-type')
    ).toContain(first)
    expect((await get('?query={__typename}', { accept: `${second}, ${first}` })).headers.get('content-type')).toContain(
      second
    )
  })

  test('of the two types the one that weighs more is given, and its tag is its own', async () => {
    const [response, json] = ['application/graphql-response+json', 'application/json']
    for (const [accept, type] of [
      [`${json};q=0.5, ${response}`, response],
      [`${response};q=0.5, ${json};q=0.6`, json],
      [`${json};q=0, */*`, response],
      [`${response};q=0, application/*`, json],
      [`*/*;q=0.1, ${json.toUpperCase()} ; Q=0.05`, response]
    ] as const) {
      const answer = await get('?query={__typename}', { accept })
      expect([accept, answer.headers.get('content-type')]).toEqual([accept, `${type}; charset=utf-8`])
      expect(answer.headers.get('vary')).toContain('accept')
      const post = { method: 'POST', headers: { accept, 'content-type': json }, body: '{"query":"{__typename}"}' }
      expect((await send(server.url, '/graphql', post)).headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    }
    const [one, other] = [
      await get('?query={__typename}', { accept: json }),
      await get('?query={__typename}', { accept: response })
    ]
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'))
    const known = { 'if-none-match': one.headers.get('etag') ?? '' }
    expect((await get('?query={__typename}', { ...known, accept: json })).status).toBe(304)
    expect((await get('?query={__typename}', { ...known, accept: response })).status).toBe(200)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const answer = await send(server.url, '/graphql?query={__typename}', { method: 'HEAD' })
    expect([answer.status, answer.body]).toEqual([200, ''])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})
