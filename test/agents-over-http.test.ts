import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Source } from '../src/store/source.ts'
import { call, failureOf, generations, overHttp } from './agent.ts'
import { cases } from './cases.ts'
import { freshCheckout, start } from './checkout.ts'
import { countedSource } from './counted-source.ts'
import { failingSource } from './failing-source.ts'
import { metricOf } from './metric.ts'
import { type RawAnswer, send } from './raw.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const protocol = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (message: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  send(server.url, '/mcp', {
    method: 'POST',
    headers: { ...protocol, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message)
  })
const ask = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params })

type Rpc = {
  jsonrpc: string
  id: number | null
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: { code: string; details: object } }
}
const rpcOf = ({ body }: RawAnswer): Rpc => JSON.parse(body)

describe('/mcp', () => {
  test('needs the key, whatever is sent', async () => {
    for (const method of ['POST', 'GET', 'DELETE', 'PUT']) {
      const body = method === 'POST' ? JSON.stringify(ask('tools/list')) : ''
      for (const key of [undefined, 'wrong']) {
        const headers = { ...protocol, ...(key === undefined ? {} : { 'x-gateway-key': key }) }
        const answer = await send(server.url, '/mcp', { method, headers, body, keyless: true })
        expect(answer.status, method).toBe(401)
        expect(answer.headers.get('x-request-id'), method).toMatch(/^[0-9a-f-]{36}$/)
        expect(rpcOf(answer), method).toMatchObject({
          jsonrpc: '2.0',
          id: null,
          error: { code: -32_000, message: expect.stringContaining('x-gateway-key'), data: { code: 'UNAUTHORIZED' } }
        })
      }
    }
  })

  test('tells the SDK’s client that the key is wrong', async () => {
    await expect(overHttp(server.url, 'legacy', 'wrong')).rejects.toThrow(/x-gateway-key/)
  })

  test('takes POST alone: nothing is streamed, and there are no sessions to end', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT']) {
      const answer = await send(server.url, '/mcp', { method, headers: { accept: 'text/event-stream' } })
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('allow'), method).toBe('POST')
      if (method !== 'HEAD') expect(rpcOf(answer).error?.data?.code, method).toBe('METHOD_NOT_ALLOWED')
    }
  })

  test('answers with JSON, and acknowledges what asks nothing', async () => {
    const answer = await post(ask('ping'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(rpcOf(answer)).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202, body: '' })
  })

  test.each<[string, unknown, number, number]>([
    ['no JSON', '{"jsonrpc":', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['JSON that is no message', '5', 400, -32_600],
    ['a message without its version', { id: 7, method: 'ping' }, 400, -32_600],
    ['a method that is not there', ask('tools/sing'), 200, -32_601],
    ['a method of others', ask('prompts/list'), 200, -32_601],
    ['a call without a name', ask('tools/call'), 200, -32_602],
    ['a resource without its address', ask('resources/read'), 200, -32_602],
    ['a resource whose address is a number', ask('resources/read', { uri: 5 }), 200, -32_602],
    ['a page of a list by a number', ask('tools/list', { cursor: 5 }), 200, -32_602],
    ['a beginning without a revision', ask('initialize', {}), 200, -32_602],
    ['arguments that are a list', ask('tools/call', { name: 'get_user', arguments: [] }), 200, -32_602]
  ])('refuses %s in the words of the protocol', async (_, message, status, code) => {
    const answer = await post(message)
    expect(answer.status).toBe(status)
    expect(rpcOf(answer)).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.stringMatching(/\w/) } })
    expect(answer.body).not.toMatch(/node_modules|\.ts\b|\n\s+at /)
  })

  test('takes one message a request, so that limits count', async () => {
    for (const batch of [[], [ask('ping')], Array.from({ length: 100 }, () => ask('tools/list'))]) {
      const answer = await post(batch)
      expect(answer.status).toBe(400)
      expect(rpcOf(answer).error).toMatchObject({ code: -32_600, message: expect.stringContaining('batch') })
    }
  })

  test('takes a body of 256 KiB, and one as deep as that allows', async () => {
    const large = await post(' '.repeat(300_000))
    expect(large.status).toBe(413)
    expect(rpcOf(large).error?.data?.code).toBe('PAYLOAD_TOO_LARGE')
    const deep = JSON.stringify(ask('tools/call', { name: 'get_user', arguments: { username: '@' } }))
    const answer = await post(deep.replace('"@"', '['.repeat(100_000) + ']'.repeat(100_000)))
    expect(answer.status).toBe(200)
    expect(rpcOf(answer).result).toMatchObject({ isError: true })
  })

  test('refuses an answer of the graph that is too long by its length alone', async () => {
    const query = `{ search(keyword: "a") { posts(first: 50) { ${Array.from({ length: 30 }, (_, at) => `a${at}: nodes { caption }`).join(' ')} } } }`
    const read = vi.spyOn(JSON, 'parse')
    const answer = await post(ask('tools/call', { name: 'graphql', arguments: { query } }))
    const longest = Math.max(...read.mock.calls.map(([text]) => text.length))
    read.mockRestore()
    expect(rpcOf(answer).result).toMatchObject({ isError: true })
    expect(answer.body).toMatch(/gives more than 40000 characters, and at most 40000 are returned: ask for fewer/)
    expect(longest).toBeLessThan(40_000)
  })

  test('writes no more of an answer of the graph than an agent may be given, and reads nothing for what is not written', async () => {
    const counted = countedSource()
    const own = await startServer({ wrapSource: counted.wrap })
    const long = ['caption', 'coverUrl', 'shareUrl'].flatMap((field) =>
      Array.from({ length: 25 }, (_, at) => `${field}${at}: ${field}`)
    )
    const query = `{ search(keyword: "a") { posts(first: 50) { nodes { ${long.join(' ')} sound { posts(first: 1) { nodes { postId } } } } } } }`
    const listsOfSounds = () => counted.take().filter((call) => call.method === 'page' && call.kind === 'soundPosts')
    const message = ask('tools/call', { name: 'graphql', arguments: { query } })
    const answer = await send(own.url, '/mcp', { method: 'POST', headers: protocol, body: JSON.stringify(message) })
    const read = listsOfSounds()
    expect(answer.body).toMatch(/gives more than 40000 characters, and at most 40000 are returned: ask for fewer/)
    // Everybody else is given all of it.
    expect((await own.query(query)).errors).toBe(undefined)
    const further = listsOfSounds()
    expect(further.length).toBeGreaterThan(0)
    expect(read.length).toBeLessThan(further.length)
    await own.close()
  })

  test('refuses media types and revisions of the protocol that it does not know', async () => {
    expect((await post(ask('ping'), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(ask('ping'), { accept: 'text/html' })).status).toBe(406)
    const old = await post(ask('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    expect(old.status).toBe(400)
    expect(rpcOf(old).error?.message).toContain('2025-11-25')
  })

  test('has nothing to subscribe to, and says so instead of holding a stream open', async () => {
    const [, { revision }] = generations as [unknown, { revision: string }]
    const prefix = 'io.modelcontextprotocol/'
    const answer = await post(
      ask('subscriptions/listen', {
        notifications: { toolsListChanged: true },
        _meta: {
          [`${prefix}protocolVersion`]: revision,
          [`${prefix}clientInfo`]: { name: 'test', version: '1' },
          [`${prefix}clientCapabilities`]: {}
        }
      }),
      { 'mcp-protocol-version': revision, 'mcp-method': 'subscriptions/listen' }
    )
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(rpcOf(answer).error?.message).toMatch(/limit/i)
  })

  test('is counted among the requests', async () => {
    const of = 'surface="mcp",operation="none",status="200",code="OK"'
    const count = () => metricOf(server, `clipgraph_requests_total{${of}}`)
    await post(ask('tools/list'))
    const before = await count()
    await post(ask('tools/list'))
    expect(await count()).toBe(before + 1)
  })
})

describe('a source that fails', () => {
  const failing = async (mishap: Parameters<typeof failingSource>[1], config = {}) =>
    startServer({ wrapSource: (source: Source) => failingSource(source, mishap), config })

  test('is told without what is inside', async () => {
    const broken = await failing(() => ({ thrown: new Error('SELECT * FROM secrets failed at 10.0.0.7') }))
    const client = await overHttp(broken.url)
    for (const [name, given] of [
      ['get_user', { username: cases.busyUser() }],
      ['list_user_posts', { username: cases.busyUser() }]
    ] as const) {
      const error = await failureOf(client, name, given)
      expect(error.code).toBe('INTERNAL_ERROR')
      expect(error.hint).toMatch(/\w/)
      expect(JSON.stringify(error)).not.toMatch(/secrets|10\.0\.0\.7/)
    }
    const { content, failed } = await call(client, 'graphql', {
      query: `{ user(by: { username: "${cases.busyUser()}" }) { displayName } }`
    })
    expect(failed).toBe(false)
    expect(content).toMatchObject({ data: { user: null }, errors: [{ extensions: { code: 'INTERNAL_ERROR' } }] })
    await client.close()
    await broken.close()
  })

  test('that does not answer ends at the deadline, and is worth another try', async () => {
    const never = new Promise<never>(() => {})
    const slow = await startServer({
      config: { requestTimeoutMs: 150 },
      wrapSource: (source) => ({ ...source, lookUp: () => never, page: () => never })
    })
    const client = await overHttp(slow.url)
    const error = await failureOf(client, 'list_user_posts', { username: cases.busyUser() })
    expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', hint: expect.stringContaining('again') })
    await client.close()
    await slow.close()
  })
})

test('a start loads nothing of the protocol, and the first message all of it', async () => {
  const checkout = freshCheckout()
  const list = join(checkout.path, 'loaded.txt')
  const hook =
    'data:text/javascript,import{appendFileSync as add}from"node:fs";import{registerHooks}from"node:module";registerHooks({load(u,c,n){add(process.env.LOADED,u+"\\n");return n(u,c)}})'
  const env = { GATEWAY_KEYS: testKey, DATA_URL: `sqlite:${inject('defaultDataset')}`, LOADED: list }
  const server = await start(`node_modules/.bin/node --import '${hook}' src/commands/main.js serve`, checkout.path, env)
  const loaded = () => readFileSync(list, 'utf8')
  const ofProtocol = /modelcontextprotocol|node_modules\/zod|src\/surfaces\/mcp\/(?!route|refusal)/
  expect(loaded()).toContain('src/surfaces/mcp/route.ts')
  expect(loaded()).not.toMatch(ofProtocol)
  const client = await overHttp(server.url)
  expect((await client.listTools()).tools.length).toBeGreaterThan(24)
  expect(loaded()).toMatch(ofProtocol)
  await client.close()
  await server.stop()
  checkout.remove()
})
