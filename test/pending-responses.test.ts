import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { examples } from '../src/services/examples.ts'
import { metricOf, metricsOf } from './metric.ts'
import { limitsBut } from './rules.ts'
import { startServer, type TestServer, testKey } from './server.ts'

/** Smaller by far than all that is asked for below; answers may hold eight times as much together. */
const maxAnswerBytes = 4 * 1024 * 1024

let server: TestServer
let clients: Socket[]
let logged: string[]
/** The server's ends of all connections. */
let taken: Socket[]
const take = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  if (String(socket.localPort) === new URL(server.url).port) taken.push(socket)
}

beforeEach(async () => {
  taken = []
  logged = []
  subscribe('net.server.socket', take)
  server = await startServer({
    config: { limits: limitsBut({ answerBytes: maxAnswerBytes }) },
    log: createLog('warn', { write: (line: string) => logged.push(line) })
  })
  // What it says of its data when it starts.
  logged = []
  clients = []
})
afterEach(async () => {
  unsubscribe('net.server.socket', take)
  for (const client of clients) client.destroy()
  await server.close()
})

/** Some 3 MB; no two of different numbers are the same answer. */
const largeQuery = (number: number) =>
  `{ user(by: { username: "${examples.username}" }) { posts(first: 100) { ${Array.from({ length: 24 }, (_, index) => `n${number}a${index}: nodes { ...P }`).join(' ')} } } }
   fragment P on Post { ${Array.from({ length: 10 }, (_, index) => `b${index}: caption`).join(' ')} }`

const request = (query: string, headers: readonly string[] = []): string => {
  const body = JSON.stringify({ query })
  return [
    ...['POST /graphql HTTP/1.1', 'host: localhost', `x-gateway-key: ${testKey}`, 'content-type: application/json'],
    ...[...headers, `content-length: ${body.length}`, '', body]
  ].join('\r\n')
}

/** A client that asks several times at once and takes nothing of what comes. */
const askWithoutReading = (...queries: string[]): Promise<Socket> =>
  sendWithoutReading(queries.map((query) => request(query)).join(''))

const sendWithoutReading = async (requests: string): Promise<Socket> => {
  const { port } = new URL(server.url)
  const client = connect(Number(port), '127.0.0.1')
  client.on('error', () => {}).pause()
  clients.push(client)
  await once(client, 'connect')
  client.write(requests)
  return client
}

const until = (holds: () => Promise<boolean>) => expect.poll(holds, { interval: 20 }).toBe(true)

const unsent = () => metricOf(server, 'clipgraph_unsent_bytes')

const ask = (query: string) =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query })
  })

test('what clients do not read is held up to a bound; large answers beyond it are refused in form, small ones are not', async () => {
  let asked = 0
  /** Systems take some of each answer from the server; so clients come until it has all it takes. */
  const isFull = async () => {
    for (let client = 0; client < 3; client += 1) {
      await askWithoutReading(...Array.from({ length: 4 }, (_, index) => largeQuery(asked + index)))
      asked += 4
    }
    const held = await unsent()
    expect(held).toBeLessThanOrEqual(8 * maxAnswerBytes)
    return held > 7 * maxAnswerBytes
  }
  await until(isFull)

  const refused = await ask(largeQuery(1_000))
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] })
  expect((await server.get(`/api/v1/users/${examples.username}`)).status).toBe(200)

  // Counted one by one, and told once.
  await (await ask(largeQuery(1_000))).arrayBuffer()
  expect(await metricOf(server, 'clipgraph_requests_refused_total')).toBeGreaterThan(1)
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', time: expect.any(String), msg: expect.stringContaining('large answers are refused') }
  ])

  for (const client of clients) client.destroy()
  await until(async () => (await unsent()) === 0)
  const answered = await ask(largeQuery(1_000))
  expect(answered.status).toBe(200)
  await answered.arrayBuffer()
  await until(async () => (await unsent()) === 0)
})

test('one answer that many wait for is held once', async () => {
  const [small, large] = [largeQuery(0).replace('first: 100', 'first: 30'), largeQuery(1)]
  // From the second time on a document is known, and its answer kept.
  for (const _ of [1, 2, 3]) await (await ask(small)).arrayBuffer()
  for (let client = 0; client < 6; client += 1) await askWithoutReading(...Array<string>(20).fill(small))
  await until(async () => (await unsent()) > 0)
  expect(await unsent()).toBeLessThan(maxAnswerBytes)
  expect((await ask(large)).status).toBe(200)
})

/** Queries of the graph that were answered, whether or not anybody has read it. */
const answered = async () =>
  [...(await metricsOf(server)).matchAll(/^clipgraph_requests_total\{surface="graphql".*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0
  )

test('large answers are handed to the system in parts, as the client reads, and come as they are', async () => {
  const queries = [0, 1, 2, 3].map(largeQuery)
  const bodies = await Promise.all(queries.map(async (query) => (await ask(query)).text()))
  taken = []
  const headers = (index: number) => (index === queries.length - 1 ? ['connection: close'] : [])
  const client = await sendWithoutReading(queries.map((query, index) => request(query, headers(index))).join(''))
  await until(async () => (await unsent()) > 0 && (taken[0]?.writableLength ?? 0) > 0)
  let most = 0
  const chunks: Buffer[] = []
  client.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    most = Math.max(most, taken[0]?.writableLength ?? 0)
  })
  client.resume()
  await once(client, 'end')
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(256 * 1024)
  const come = Buffer.concat(chunks).toString().split('HTTP/1.1 200 OK\r\n').slice(1)
  // What each answer says of itself stands beside what it is about.
  const dataOf = (answer: string) => JSON.stringify(JSON.parse(answer.slice(answer.indexOf('{"data"'))).data)
  expect(come.map(dataOf).join() === bodies.map(dataOf).join()).toBe(true)
})

test('of an answer that is sent compressed the plain form is not held as well', async () => {
  const compressed = [2, 3, 4, 5].map((number) => request(largeQuery(number), ['accept-encoding: br']))
  await sendWithoutReading([request(largeQuery(0)), request(largeQuery(1)), ...compressed].join(''))
  await until(async () => (await answered()) === 6)
  expect(await unsent()).toBeLessThan(3 * maxAnswerBytes)
})
