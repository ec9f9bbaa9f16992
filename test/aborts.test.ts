import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { metricOf } from './metric.ts'
import { startServer, type TestServer, testKey } from './server.ts'

/** Of each kind of client that leaves. */
const clients = 50

/** Every connection the server took. */
const taken: Socket[] = []
const seen = { asked: 0, ended: 0 }
const logged: string[] = []
let server: TestServer

const take = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  if (String(socket.localPort) === new URL(server.url).port) taken.push(socket)
}

beforeAll(async () => {
  subscribe('net.server.socket', take)
  server = await startServer({
    log: createLog('error', { write: (line: string) => logged.push(line) }),
    wrapSource: (source) => ({
      lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
      page: (kind, key, request, signal) =>
        key.includes('never')
          ? new Promise((_, reject) => {
              seen.asked += 1
              signal.addEventListener('abort', () => {
                seen.ended += 1
                reject(signal.reason)
              })
            })
          : source.page(kind, key, request, signal),
      ready: (signal) => source.ready(signal),
      close: () => source.close()
    })
  })
})
afterAll(async () => {
  unsubscribe('net.server.socket', take)
  await server.close()
})

const open = async (bytes: string): Promise<Socket> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'connect')
  return socket
}

const head = `host: x\r\nx-gateway-key: ${testKey}\r\n`
const half = `POST /graphql HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"query`
// Many at once: more than the buffers of both ends hold.
const large = `GET /openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(40)
let word = 0
const waiting = () => {
  word += 1
  return `GET /api/v1/search/users?keyword=never.${word} HTTP/1.1\r\n${head}\r\n`
}

const listeners = (socket: Socket | undefined) =>
  Object.fromEntries((socket?.eventNames() ?? []).map((name) => [String(name), socket?.listenerCount(name)]))

/** Requests counted as given up by their clients. */
const left = (surface: string, operation: string) =>
  metricOf(
    server,
    `clipgraph_requests_total{surface="${surface}",operation="${operation}",status="499",code="CLIENT_LEFT"}`
  )

test('clients that leave in the middle of a body, of an answer, or while they wait leave nothing behind', async () => {
  const steady = keepAliveClient(server.url)
  const path = '/api/v1/search?q=a'
  for (let times = 0; times < 3; times += 1) expect(await steady.ask(path)).toEqual({ status: 200 })
  const [kept] = taken
  const before = listeners(kept)

  const sending = await Promise.all(Array.from({ length: clients }, () => open(half)))
  const patient = await Promise.all(Array.from({ length: clients }, () => open(waiting())))
  const reading = await Promise.all(
    Array.from({ length: clients }, async () => {
      const socket = await open(large)
      await once(socket, 'data')
      return socket.pause()
    })
  )
  await expect.poll(() => seen.asked).toBe(clients)
  for (const socket of [...sending, ...patient, ...reading]) socket.destroy()
  // Those that stay are answered meanwhile, and read something new besides what is at hand.
  for (let times = 0; times < 50; times += 1) {
    expect(await steady.ask(times % 2 === 0 ? path : `${path}&count=${1 + (times % 30)}`)).toEqual({ status: 200 })
  }
  expect(taken).toHaveLength(1 + 3 * clients)
  await expect.poll(() => taken.filter(({ destroyed }) => !destroyed).length).toBe(1)
  // What was read for nobody is given up.
  expect(seen.ended).toBe(clients)
  expect(listeners(kept)).toEqual(before)
  // Those in the middle of a body are counted too.
  await expect.poll(() => left('graphql', 'anonymous')).toBe(clients)
  steady.close()
})

test('that clients leave while their requests are under way is no error in the log, whatever they asked', async () => {
  const asked = seen.asked
  const before = await left('graphql', 'anonymous')
  const post = (path: string, body: object) => {
    const json = JSON.stringify(body)
    const headers = 'content-type: application/json\r\naccept: application/json, text/event-stream\r\n'
    return `POST ${path} HTTP/1.1\r\n${head}${headers}content-length: ${json.length}\r\n\r\n${json}`
  }
  const keyword = 'never.ever'
  const requests = [
    // No other test asks for rooms.
    `GET /api/v1/search/live?keyword=${keyword}.0 HTTP/1.1\r\n${head}\r\n`,
    post('/graphql', { query: `{ search(keyword: "${keyword}.1") { users { nodes { id } } } }` }),
    post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_users', arguments: { keyword: `${keyword}.2` } }
    })
  ]
  const sockets = await Promise.all(requests.map(open))
  await expect.poll(() => seen.asked - asked).toBe(requests.length)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => seen.ended).toBe(seen.asked)
  // After all that was still to be said.
  expect((await server.get('/api/v1/search?q=a')).status).toBe(200)
  expect(logged).toEqual([])
  await expect.poll(() => left('rest', 'searchLive')).toBe(1)
  await expect.poll(() => left('graphql', 'anonymous')).toBe(before + 1)
  await expect.poll(() => left('mcp', 'search_users')).toBe(1)
})
