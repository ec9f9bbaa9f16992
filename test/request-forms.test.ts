import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, readAnswer, send, sendBytes } from './raw.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const json = 'application/json'
const question = '{"query":"{__typename}"}'
const rest = '/api/v1/sounds/library'
const inAddress = '/graphql?query={__typename}'
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

/** The code in a refusal of any surface. */
const codeOf = ({ body }: RawAnswer): unknown => {
  const { error, errors } = JSON.parse(body)
  return errors?.[0].extensions.code ?? error?.data?.code ?? error?.code
}

// What is refused is refused alike, whether an answer is at hand, made by plan, or by the executor.
describe.each([
  { way: 'with every short way', config: {} },
  { way: 'without plans', config: { queryPlans: false } },
  { way: 'without ready answers', config: { readyAnswers: false } },
  { way: 'without short ways', config: { queryPlans: false, readyAnswers: false } },
  { way: 'with a plugin', config: {}, plugins: [{}] }
])('a request in another form than the plain one, $way', ({ config, plugins = [] }) => {
  let server: TestServer
  const post = (type: string, body = question, headers: Record<string, string> = {}) =>
    send(server.url, '/graphql', { method: 'POST', body, headers: { 'content-type': type, ...headers } })

  const message = (type: string, body = ping) =>
    send(server.url, '/mcp', {
      method: 'POST',
      body,
      headers: { 'content-type': type, accept: `${json}, text/event-stream` }
    })

  beforeAll(async () => {
    server = await startServer({ config, plugins })
    // What is asked three times is at hand from then on.
    for (const _ of [1, 2, 3]) {
      expect((await post(json)).status).toBe(200)
      expect((await send(server.url, inAddress)).status).toBe(200)
      expect((await send(server.url, rest)).status).toBe(200)
    }
  })
  afterAll(() => server.close())

  test.each([
    json,
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json\t ; \tcharset=Utf-8',
    'application/json; charset=utf8',
    'application/json;charset="UTF8"',
    'application/graphql+json',
    'application/GraphQL+JSON'
  ])('is read as JSON in UTF-8: %s', async (type) => {
    expect([type, (await post(type)).status]).toEqual([type, 200])
    // What cannot run is refused for its own reason.
    const refused = await post(type, '{"query":"{nope}"}')
    expect([type, codeOf(refused)]).toEqual([type, 'GRAPHQL_VALIDATION_FAILED'])
    expect((await send(server.url, inAddress, { headers: { 'content-type': type } })).status).toBe(200)
    // Agents have one media type.
    if (!type.includes('+')) expect([type, (await message(type)).status]).toEqual([type, 200])
  })

  test('is read behind a byte order mark', async () => {
    const answer = await post(json, `\ufeff${question}`)
    expect([answer.status, JSON.parse(answer.body).data]).toEqual([200, { __typename: 'Query' }])
    expect((await message(json, `\ufeff${ping}`)).status).toBe(200)
    const twice = await post(json, `\ufeff\ufeff${question}`)
    expect([twice.status, codeOf(twice)]).toEqual([400, 'INVALID_PARAM'])
  })

  test.each(['', null])('has no operation name where that is %j', async (operationName) => {
    const query = 'query One { __typename }'
    // The second has a key that is not part of a question in its plain form.
    for (const body of [
      { query, operationName },
      { query, operationName, extensions: {} }
    ]) {
      const answer = await post(json, JSON.stringify(body))
      expect([answer.status, JSON.parse(answer.body).data]).toEqual([200, { __typename: 'Query' }])
      expect((await post('application/graphql+json', JSON.stringify(body))).status).toBe(200)
    }
    expect((await send(server.url, `/graphql?query=${encodeURIComponent(query)}&operationName=`)).status).toBe(200)
    const two = JSON.stringify({ query: `${query} query Two { __typename }`, operationName })
    // Nothing says which of two is meant. Such a request is well-formed, which is 200 in plain JSON.
    for (const [accept, status] of [
      [json, 200],
      ['application/graphql-response+json', 400]
    ] as const) {
      const answer = await post(json, two, { accept })
      expect([accept, answer.status, codeOf(answer)]).toEqual([accept, status, 'INVALID_PARAM'])
    }
  })

  test.each(['query', 'documentId', 'operationName', 'variables', 'extensions'])(
    'is refused with 400 where its address has two %s',
    async (name) => {
      for (const query of [`?query={__typename}&${name}={}&${name}={}`, `?${name}=&query={__typename}&${name}=`]) {
        const answer = await send(server.url, `/graphql${query}`)
        expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'INVALID_PARAM'])
        const { param, reason } = JSON.parse(answer.body).errors[0].extensions.details
        expect(param).toBe(name)
        expect(reason).toMatch(/^was given \d times; give it once$/)
      }
      expect((await send(server.url, '/graphql?query={__typename}&a=1&a=2')).status).toBe(200)
    }
  )

  test.each(['query=%zz', 'query={__typename}&variables=%ff', 'query={__typename}&%ff=1'])(
    'is refused with 400 where its address does not decode to text: %s',
    async (query) => {
      const answer = await send(server.url, `/graphql?${query}`)
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_PARAM'])
    }
  )

  test.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'application/graphql',
    'application/graphql; charset=utf-8',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; a=application/json',
    'text/json',
    'application/jsonp',
    'application/json+xml',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset=utf-16le',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=utf-7',
    'application/json; charset=utf-7; charset=utf-8',
    'application/json; charset="utf-8',
    "application/json; charset='utf-7'",
    'application/json; charset*=utf-7',
    'application/json; charset',
    'application/json;',
    'application/json charset=utf-8',
    'application /json',
    '*/*'
  ])('is refused with 415: %s', async (type) => {
    const form = 'query=%7B__typename%7D'
    for (const answer of [
      await post(type),
      await post(type, form),
      await post(type, '{__typename}'),
      await message(type),
      await send(server.url, inAddress, { headers: { 'content-type': type } })
    ]) {
      expect([type, answer.status, codeOf(answer)]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  test('is refused with 400 where its bytes are no UTF-8', async () => {
    const head = (path: string, bytes: Buffer) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${testKey}\r\nContent-Type: ${json}\r\nAccept: ${json}, text/event-stream\r\nConnection: close\r\nContent-Length: ${bytes.length}\r\n\r\n`
    for (const bytes of [
      Buffer.from('\ufeff{"query":"{__typename}"}', 'utf16le'),
      Buffer.from('{"query":"{__typename #\xff\n}"}', 'latin1'),
      Buffer.from('{"query":"{__typename #\xc0\xaf\n}"}', 'latin1'),
      Buffer.from('{"query":"{__typename #\xed\xa0\x80\n}"}', 'latin1')
    ]) {
      for (const path of ['/graphql', '/mcp']) {
        const answer = readAnswer(await sendBytes(server.url, Buffer.concat([Buffer.from(head(path, bytes)), bytes])))
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 400, 'INVALID_PARAM'])
      }
    }
  })

  test.each([
    'gzip',
    'GZIP',
    'br',
    'deflate',
    'zstd',
    'compress',
    'gzip, identity',
    'identity, gzip',
    'aws-chunked',
    'x'
  ])('is refused with 415 where its body is packed: %s', async (coding) => {
    const headers = { 'content-encoding': coding, accept: `${json}, text/event-stream` }
    const packed = gzipSync(question).toString('latin1')
    for (const body of [question, packed]) {
      const answer = await post(json, body, headers)
      expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    const agent = await send(server.url, '/mcp', {
      method: 'POST',
      body: ping,
      headers: { 'content-type': json, ...headers }
    })
    expect([agent.status, codeOf(agent)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('is read where its body says that it is not packed', async () => {
    expect((await post(json, question, { 'content-encoding': 'identity' })).status).toBe(200)
  })

  test.each([
    ['Host', 'x', 'x'],
    ['Host', 'x', 'y'],
    ['Host', 'x', ''],
    ['Content-Type', json, json],
    ['Content-Type', json, 'text/plain'],
    ['Content-Type', 'text/plain', json],
    ['Content-Type', 'application/json; charset=utf-7', json]
  ])('is refused with 400 where it has two %s: %s and %s', async (name, first, second) => {
    const others = name === 'Host' ? `Content-Type: ${json}\r\n` : 'Host: x\r\n'
    const head = (line: string) =>
      `${line} HTTP/1.1\r\n${others}${name}: ${first}\r\nx-gateway-key: ${testKey}\r\nConnection: close\r\nAccept: ${json}, text/event-stream\r\n${name.toLowerCase()}: ${second}\r\n`
    const withBody = (path: string, body: string) =>
      `${head(`POST ${path}`)}Content-Length: ${body.length}\r\n\r\n${body}`
    for (const bytes of [
      withBody('/graphql', question),
      withBody('/mcp', ping),
      ...[inAddress, rest, '/', '/docs', '/healthz', '/nothing'].map((path) => `${head(`GET ${path}`)}\r\n`)
    ]) {
      const answer = readAnswer(await sendBytes(server.url, bytes))
      expect([bytes.split(' HTTP')[0], answer.status, codeOf(answer)]).toEqual([
        bytes.split(' HTTP')[0],
        400,
        'INVALID_PARAM'
      ])
      expect(answer.body).toContain(`${name.toLowerCase()} is a header that may be sent once`)
    }
    // Without a key nothing is told, not even that.
    const keyless = withBody('/graphql', question).replace(`x-gateway-key: ${testKey}\r\n`, '')
    expect(readAnswer(await sendBytes(server.url, keyless)).status).toBe(401)
  })

  const chunks = `${question.length.toString(16)}\r\n${question}\r\n0\r\n\r\n`
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  test.each([
    ['a coding inside the chunks', 'Transfer-Encoding: gzip, chunked', '1.1'],
    ['a coding that is none inside the chunks', 'Transfer-Encoding: identity, chunked', '1.1'],
    [
      'another coding before chunks, on a line of its own',
      'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
      '1.1'
    ],
    ['chunks over HTTP/1.0', 'Connection: keep-alive\r\nTransfer-Encoding: chunked', '1.0'],
    ['another coding over HTTP/1.0', 'Connection: keep-alive\r\nTransfer-Encoding: identity', '1.0']
  ])(
    'is refused with 400, and is the last on its connection, where another would see it end elsewhere: %s',
    async (_, header, version) => {
      const head = (line: string, more = '') =>
        `${line} HTTP/${version}\r\nHost: x\r\n${more}Content-Type: ${json}\r\n${header}\r\n\r\n`
      const key = `x-gateway-key: ${testKey}\r\n`
      const fromPage = 'Origin: http://localhost\r\nAccess-Control-Request-Method: GET\r\n'
      for (const first of [
        head('POST /graphql', key),
        head('POST /graphql'),
        head('POST /mcp', key),
        head(`GET ${rest}`, key),
        head(`GET ${rest}`),
        head(`OPTIONS ${rest}`, fromPage),
        head('GET /nothing'),
        head('GET /healthz')
      ]) {
        // Without `Connection: close`: it is the server that ends the connection.
        const text = await sendBytes(server.url, first + chunks + next)
        expect(text.match(/HTTP\/1\.1 \d+/g), first).toEqual(['HTTP/1.1 400'])
        const answer = readAnswer(text)
        expect([codeOf(answer), answer.headers.get('connection')]).toEqual(['INVALID_PARAM', 'close'])
      }
      const page = await sendBytes(server.url, head('GET /docs', 'Accept: text/html\r\n') + chunks + next)
      expect(page).toMatch(/^HTTP\/1\.1 400 /)
      expect(readAnswer(page).headers.get('connection')).toBe('close')
    }
  )

  test.each([
    ['another coding', 'identity', chunks],
    ['chunks with a parameter', 'chunked;q=1', chunks],
    ['chunks that are none', 'chunked', 'zz\r\n\r\n']
  ])(
    'is refused with 400, and is the last on its connection, where its body cannot be read: %s',
    async (_, coding, body) => {
      const send = (line: string) =>
        sendBytes(server.url, `${line}Content-Type: ${json}\r\nTransfer-Encoding: ${coding}\r\n\r\n${body}${next}`)
      const head = (line: string) => `${line} HTTP/1.1\r\nHost: x\r\n`
      const key = `x-gateway-key: ${testKey}\r\n`
      for (const first of [
        head('POST /graphql') + key,
        head(`GET ${rest}`) + key,
        head('GET /docs'),
        head('GET /healthz')
      ]) {
        const text = await send(first)
        expect(text.match(/HTTP\/1\.1 \d+/g), first).toEqual(['HTTP/1.1 400'])
        expect(codeOf(readAnswer(text))).toBe('INVALID_PARAM')
      }
      expect((await send(head('POST /graphql'))).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
    }
  )

  test.each(['2.0', '3.0', '1.2', '0.9', '9.9'])(
    'is refused with 505 over HTTP/%s, and is the last on its connection',
    async (version) => {
      for (const line of ['GET /', `GET ${rest}`, 'GET /nothing', 'POST /graphql', 'POST /mcp', 'HEAD /healthz']) {
        const text = await sendBytes(server.url, `${line} HTTP/${version}\r\nHost: x\r\n\r\n${next}`)
        expect(text.match(/HTTP\/1\.1 \d+/g), line).toEqual(['HTTP/1.1 505'])
        const answer = readAnswer(text)
        expect(answer.headers.get('connection')).toBe('close')
        if (answer.body !== '') expect(codeOf(answer)).toBe('HTTP_VERSION_NOT_SUPPORTED')
      }
    }
  )

  test('is refused with 505 where a connection begins with HTTP/2', async () => {
    const answer = readAnswer(await sendBytes(server.url, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))
    expect([answer.status, codeOf(answer), answer.headers.get('connection')]).toEqual([
      505,
      'HTTP_VERSION_NOT_SUPPORTED',
      'close'
    ])
  })

  test('is read where its chunks are plain chunks', async () => {
    const chunks = `POST /graphql HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${testKey}\r\nContent-Type: ${json}\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n${question.length.toString(16)};a=b\r\n${question}\r\n0\r\n\r\n`
    const answer = readAnswer(await sendBytes(server.url, chunks))
    expect([answer.status, JSON.parse(answer.body).data]).toEqual([200, { __typename: 'Query' }])
  })
})
