import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Streams } from '../src/ingest/seed/random.ts'
import { examples } from '../src/services/examples.ts'
import type { Source } from '../src/store/source.ts'
import { anyQuery } from './any-query.ts'
import { failingSource } from './failing-source.ts'
import { gatedSource } from './gated-source.ts'
import { inParts, merged, payloadsOf } from './parts.ts'
import { pools } from './pools.ts'
import { limitsBut } from './rules.ts'
import { type GraphQLAnswer, startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'
import { mishap, unevenSource } from './two-ways.ts'

const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  return server
}

const multipart = 'multipart/mixed, application/json'
const eventStream = 'text/event-stream, application/json'

const post = (server: TestServer, body: object, accept = multipart, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'x-gateway-key': testKey, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
    ...init
  })

const answerTo = async (server: TestServer, query: string, accept = multipart) =>
  merged(payloadsOf(await post(server, { query }, accept)))

/** Errors as a set: those of parts come when the parts do, and a field that is deferred as well fails in both. */
const errorsOf = ({ errors = [] }: GraphQLAnswer) => [
  ...new Set(errors.map(({ path, message, extensions }) => JSON.stringify([path, message, extensions?.code])).sort())
]

const user = `user(by: { username: "${examples.username}" })`
const slow = `{ ${user} { username bio ... @defer(label: "people") { followers(first: 2) { nodes { username } } } } }`

describe('answers in parts', () => {
  test('merge to the answer without directives, whatever fails within', { timeout: 180_000 }, async () => {
    const moment = Date.now()
    const server = await start({
      now: () => moment,
      wrapSource: (source) => unevenSource(failingSource(source, mishap))
    })
    const streams = new Streams(3)
    const given = pools('0')
    const seen = { parts: 0, failed: 0 }
    for (let index = 0; index < 400; index += 1) {
      const random = streams.at('query', index)
      const asked = anyQuery(random, given)
      const whole = await merged(payloadsOf(await post(server, asked)))
      // What is refused has nothing to divide.
      const query = whole.data == null ? null : inParts(asked.query, random)
      if (query === null) continue
      const accept = random.pick([multipart, eventStream])
      const divided = await merged(payloadsOf(await post(server, { ...asked, query }, accept)))
      if (divided.data === undefined && /may cost|asks for up to|directives|parts/.test(JSON.stringify(divided.errors)))
        continue
      expect(divided.data, query).toEqual(whole.data)
      expect(errorsOf(divided), query).toEqual(errorsOf(whole))
      if (divided.payloads > 1) seen.parts += 1
      if (whole.errors !== undefined) seen.failed += 1
    }
    expect(seen.parts).toBeGreaterThan(100)
    expect(seen.failed).toBeGreaterThan(50)
  })

  test.each([multipart, eventStream])('come while the rest is still being read: %s', async (accept) => {
    const { wrap, open } = gatedSource(['userFollowers'])
    const payloads = payloadsOf(await post(await start({ wrapSource: wrap }), { query: slow }, accept))
    const { value: first } = await payloads.next()
    expect(first).toMatchObject({ data: { user: { username: examples.username } }, hasNext: true })
    open()
    const { value: second } = await payloads.next()
    expect(second).toMatchObject({
      incremental: [{ path: ['user'], label: 'people', data: { followers: { nodes: [{}, {}] } } }],
      hasNext: false,
      extensions: { cost: { reads: 2 } }
    })
    expect((await payloads.next()).done).toBe(true)
  })

  test('are read while the object that they belong to is being looked up', async () => {
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const wrapSource = (source: Source): Source => ({
      ...source,
      async lookUp(...given) {
        await asked
        return source.lookUp(...given)
      },
      page(...given) {
        ask()
        return source.page(...given)
      }
    })
    const { data, payloads } = await answerTo(await start({ wrapSource }), slow)
    expect(data).toMatchObject({ user: { username: examples.username, followers: { nodes: [{}, {}] } } })
    expect(payloads).toBeGreaterThan(0)
  })

  test('come in the same form when a plugin listens', async () => {
    const [one, other] = await Promise.all([start(), start({ plugins: [{}] })])
    const parts = async (server: TestServer) => {
      const { data, errors, payloads } = await answerTo(server, slow)
      return { data, errors, payloads }
    }
    expect(await parts(other)).toEqual(await parts(one))
    expect((await parts(one)).payloads).toBe(2)
  })

  test('are one answer for a client that does not read them in this form, and where the condition says so', async () => {
    const server = await start()
    const [whole, newer, off] = await Promise.all([
      post(server, { query: slow }, 'application/json'),
      post(server, { query: slow }, 'multipart/mixed;incrementalSpec=v0.2, application/json'),
      post(server, { query: slow.replace('label: "people"', 'if: false') })
    ])
    for (const response of [whole, newer, off]) {
      expect(response.headers.get('content-type')).toContain('application/json')
      expect((await response.json()) as GraphQLAnswer).toMatchObject({
        data: { user: { followers: { nodes: [{}, {}] } } }
      })
    }
  })

  test('a streamed list comes element by element', async () => {
    const query = `{ users: usersByUsername(usernames: ["${examples.username}", "nobody.at.all"]) @stream(initialCount: 0) { username } }`
    const { data, errors, payloads } = await answerTo(await start(), query)
    expect(data).toEqual({ users: [{ username: examples.username }, null] })
    expect(errors).toBe(undefined)
    expect(payloads).toBeGreaterThan(1)
  })
})

/** A raw request for parts. */
const ask = (server: TestServer, query: string): Socket => {
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify({ query })
  const head = `host: x\r\nx-gateway-key: ${testKey}\r\naccept: multipart/mixed\r\ncontent-type: application/json`
  const socket = connect(Number(port), hostname)
  socket.write(`POST /graphql HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  return socket
}

describe('a client', () => {
  test('that leaves ends the reads of the parts that it does not wait for', async () => {
    const { wrap, asked, ended } = gatedSource(['userFollowers'])
    const socket = ask(await start({ wrapSource: wrap }), slow)
    let text = ''
    while (!text.includes('"hasNext":true')) text += String((await once(socket, 'data'))[0])
    await expect.poll(() => asked).toEqual(['userFollowers'])
    socket.destroy()
    await expect.poll(() => ended).toEqual(['userFollowers'])
  })

  test('that does not read its parts is hung up on', async () => {
    const wide = limitsBut({ cost: 1_000_000, nodes: 1_000_000 })
    const server = await start({ connectionLimits: { slowReaderMs: 200 }, config: { limits: wide } })
    const { promise: taken, resolve } = Promise.withResolvers<Socket>()
    const take = (message: unknown) => resolve((message as { socket: Socket }).socket)
    subscribe('net.server.socket', take)
    onTestFinished(() => void unsubscribe('net.server.socket', take))
    // More than the buffers of both ends hold.
    const posts = Array.from(
      { length: 30 },
      (_, index) => `p${index}: posts(first: 35) { nodes { caption shareUrl coverUrl id } }`
    )
    const names = Array.from({ length: 20 }, () => `"${examples.username}"`).join()
    const socket = ask(
      server,
      `{ users: usersByUsername(usernames: [${names}]) { username ... @defer { ${posts.join(' ')} } } }`
    )
    socket.pause().on('error', () => {})
    await once(await taken, 'close')
    socket.destroy()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

describe('bounds', () => {
  const nested = (levels: number): string =>
    levels === 0 ? 'username' : `... @defer(label: "l${levels}") { username ${nested(levels - 1)} }`

  test.each<[string, string, string]>([
    [
      'a condition of another type',
      `query ($x: Int) { ${user} { ... @defer(if: $x) { bio } } }`,
      'GRAPHQL_VALIDATION_FAILED'
    ],
    [
      'a label twice',
      `{ ${user} { ... @defer(label: "a") { bio } ... @defer(label: "a") { username } } }`,
      'GRAPHQL_VALIDATION_FAILED'
    ],
    [
      'a label that is a variable',
      `query ($x: String) { ${user} { ... @defer(label: $x) { bio } } }`,
      'GRAPHQL_VALIDATION_FAILED'
    ],
    ['a stream of what is no list', `{ ${user} { username @stream } }`, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a negative count',
      `{ users: usersByUsername(usernames: ["a"]) @stream(initialCount: -1) { username } }`,
      'INVALID_PARAM'
    ],
    [
      'a thousand labels',
      `{ ${user} { ${Array.from({ length: 1_000 }, (_, index) => `... @defer(label: "l${index}") { bio }`).join(' ')} } }`,
      'INVALID_PARAM'
    ]
  ])('%s is refused before anything runs', async (_, query, code) => {
    const response = await post(await start(), { query }, 'multipart/mixed, application/graphql-response+json')
    expect(response.status).toBe(400)
    expect(((await response.json()) as GraphQLAnswer).errors?.[0]?.extensions?.code).toBe(code)
  })

  test('fifteen levels of parts come one within another', async () => {
    const { data, errors, payloads } = await answerTo(await start(), `{ ${user} { ${nested(15)} } }`)
    expect(data).toEqual({ user: { username: examples.username } })
    expect(errors).toBe(undefined)
    expect(payloads).toBe(16)
  })

  test('parts on an interface are those of the object that comes', async () => {
    const server = await start()
    const { data } = await server.query<{ user: { id: string } }>(`{ ${user} { id } }`)
    const node = `node(id: "${data?.user.id}")`
    const answer = await answerTo(
      server,
      `{ ${node} { id ... on User @defer { username } ... on Post @defer { caption } ... @defer { __typename } } }`
    )
    expect(answer.data).toEqual({ node: { id: data?.user.id, username: examples.username, __typename: 'User' } })
  })

  test('a part counts in the cost like any other selection', async () => {
    const server = await start()
    const [divided, whole] = await Promise.all(
      [slow, slow.replace(/@defer\([^)]*\)/, '')].map((query) => answerTo(server, query))
    )
    expect(divided?.extensions?.cost?.estimated).toBe(whole?.extensions?.cost?.estimated)
  })

  test('a part beyond the size of an answer is an error in its place', async () => {
    const server = await start({ config: { limits: limitsBut({ answerBytes: 2_000 }) } })
    const query = `{ ${user} { username ... @defer { posts(first: 20) { nodes { caption coverUrl shareUrl } } } } }`
    const { data, errors } = await answerTo(server, query)
    expect(data).toMatchObject({ user: { username: examples.username } })
    expect(errors).toMatchObject([
      { path: ['user'], extensions: { code: 'INVALID_PARAM', details: { limit: 'answerBytes' } } }
    ])
  })

  test('a part that is not read in time is an error in its place', async () => {
    const { wrap } = gatedSource(['userFollowers'])
    const { data, errors } = await answerTo(
      await start({ wrapSource: wrap, config: { requestTimeoutMs: 1_500 } }),
      slow
    )
    expect(data).toMatchObject({ user: { username: examples.username, followers: null } })
    expect(errors).toMatchObject([{ path: ['user', 'followers'], extensions: { code: 'UPSTREAM_TIMEOUT' } }])
  })
})
