import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Source } from '../src/store/source.ts'
import { type RawAnswer, readAnswer, sendBytes } from './raw.ts'
import { startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'

let server: TestServer
let clients: Socket[] = []
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await server.close()
})

const start = async (options: TestServerOptions) => {
  server = await startServer(options)
}

const head = `host: x\r\nx-gateway-key: ${testKey}\r\n`
const post = `POST /graphql HTTP/1.1\r\n${head}content-type: application/json\r\n`
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`

const open = async (options: { allowHalfOpen?: boolean } = {}): Promise<Socket> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port), ...options }).on('error', () => {})
  clients.push(socket)
  await once(socket, 'connect')
  return socket
}

describe('of more connections than may be open', () => {
  const ask = async (socket: Socket, path = '/healthz'): Promise<string> => {
    socket.write(get(path))
    const [chunk] = await once(socket, 'data')
    return String(chunk)
  }

  /** A connection that the server is known to have. */
  const greeted = async (): Promise<Socket> => {
    const socket = await open()
    await ask(socket)
    return socket
  }

  test('the one that was open longest is ended, and all others go on', async () => {
    await start({ connectionLimits: { maxOpen: 3 } })
    const [first, second, third] = [await greeted(), await greeted(), await greeted()]
    const ended = once(first, 'close')
    const fourth = await greeted()
    await ended
    for (const socket of [second, third, fourth]) expect(await ask(socket)).toMatch(/^HTTP\/1.1 200 OK/)
  })

  test('one that waits for an answer is not ended: it is the next', async () => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const wrapSource = (source: Source): Source => ({
      lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
      async page(kind, key, request, signal) {
        asked.resolve()
        await released.promise
        return source.page(kind, key, request, signal)
      },
      ready: (signal) => source.ready(signal),
      close: () => source.close()
    })
    await start({ connectionLimits: { maxOpen: 2 }, wrapSource })
    const [first, second] = [await open(), await greeted()]
    const answer = ask(first, '/api/v1/search?keyword=cat')
    await asked.promise
    const ended = once(second, 'close')
    await greeted()
    await ended
    released.resolve()
    expect(await answer).toMatch(/^HTTP\/1.1 200 OK/)
  })
})

describe('a request that does not come to its end', () => {
  const send = (bytes: string): Promise<string> => sendBytes(server.url, bytes)
  const impatient = { connectionLimits: { headMs: 200, requestMs: 400, lookMs: 50 } }

  const expectTimeout = ({ status, headers, body }: RawAnswer) => {
    expect(status).toBe(408)
    expect(headers.get('connection')).toBe('close')
    expect(JSON.parse(body)).toMatchObject({ data: null, error: { code: 'REQUEST_TIMEOUT' } })
  }

  test.each([
    ['half a line', 'GET /api/v1/sou'],
    ['half a head', `GET /api/v1/sounds/library HTTP/1.1\r\n${head}`],
    ['a head without its body', `${post}content-length: 20\r\n\r\n`],
    ['half a body', `${post}content-length: 20\r\n\r\n{"query"`],
    ['half a body in chunks', `${post}transfer-encoding: chunked\r\n\r\n8\r\n{"query"\r\n`]
  ])('is answered 408 after a while, and the connection ended: %s', async (_, bytes) => {
    await start(impatient)
    expectTimeout(readAnswer(await send(bytes)))
  })

  test('does not keep its connection, though the client leaves its end open', async () => {
    const taken: Socket[] = []
    const take = (message: unknown) => {
      const { socket } = message as { socket: Socket }
      if (String(socket.localPort) === new URL(server.url).port) taken.push(socket)
    }
    subscribe('net.server.socket', take)
    await start(impatient)
    const client = await open({ allowHalfOpen: true })
    client.resume().write('GET /api/v1/sou')
    await once(client, 'end')
    await expect.poll(() => taken.map(({ destroyed }) => destroyed), { timeout: 10_000 }).toEqual([true])
    unsubscribe('net.server.socket', take)
  })

  test('takes nothing from the answer to one that came before it', async () => {
    await start(impatient)
    const [first = '', second = ''] = (await send(`${get('/healthz')}GET /api/v1/sou`)).split(/(?=HTTP\/1\.1 \d)/)
    expect(readAnswer(first).status).toBe(200)
    expectTimeout(readAnswer(second))
  })

  test('is answered once, where it was refused before its body came', async () => {
    await start(impatient)
    const text = await send(`POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\n{"query"`)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })

  test('is answered once, where it was refused before what is no HTTP came in its body', async () => {
    await start({})
    const client = await open()
    client.write('POST /graphql HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const [refusal] = await once(client, 'data')
    expect(String(refusal)).toMatch(/^HTTP\/1.1 401/)
    let more = ''
    client.on('data', (chunk) => {
      more += chunk
    })
    client.write('no length\r\n')
    await once(client, 'close')
    expect(more).toBe('')
  })
})
