import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { startApp } from '../src/host/app.ts'
import { startFakeUpstream, success } from './fake-upstream.ts'
import { keepAliveClient, type Outcome } from './keep-alive-client.ts'
import { readAnswer, send } from './raw.ts'
import { type Served, serve } from './served.ts'
import { startServer, testKey } from './server.ts'

const startProcess = async (
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = []
): Promise<Served> => {
  const served = await serve(inject('defaultDataset'), settings, nodeOptions)
  onTestFinished(served.stop)
  return served
}

const readiness = async (url: string) => (await send(url, '/readyz', { keyless: true })).status

const open = async (url: string, bytes: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const head = `host: x\r\nx-gateway-key: ${testKey}\r\n`

test('on SIGTERM a server is not ready at once, goes on answering for its grace, tells clients to move, and ends at once on a second one', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '600000' })
  expect(await readiness(server.url)).toBe(200)
  server.kill('SIGTERM')
  await expect.poll(() => readiness(server.url)).toBe(503)
  expect((await send(server.url, '/healthz', { keyless: true })).status).toBe(200)
  const answer = await send(server.url, '/api/v1/sounds/library', { headers: { connection: 'keep-alive' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  // What was on its way when the first of them was answered is answered too, and the last one says that it was the
  // last.
  const pipelined = await open(server.url, `GET /api/v1/sounds/library HTTP/1.1\r\n${head}\r\n`.repeat(5))
  let text = ''
  for await (const chunk of pipelined) text += chunk
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(5)
  expect(text.match(/connection: close/gi)).toHaveLength(1)
  expect(readAnswer(text.slice(text.lastIndexOf('HTTP/1.1'))).headers.get('connection')).toBe('close')
  // A second one means now.
  expect(await insisted(server, 'SIGTERM')).toBe(143)
})

/** The code of a server that is told again and again: what comes with the first signal is the same one, which npm hands on besides. */
const insisted = async (server: Served, signal: 'SIGTERM' | 'SIGINT') => {
  const again = setInterval(() => server.kill(signal), 50)
  const code = await server.exited
  clearInterval(again)
  return code
}

test('a SIGINT behind the SIGTERM means now', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '600000' })
  server.kill('SIGTERM')
  await expect.poll(() => readiness(server.url)).toBe(503)
  expect(await insisted(server, 'SIGINT')).toBe(130)
})

test('on SIGINT nobody is waited for who is not asking anything', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '600000' })
  await open(server.url, '')
  await open(server.url, `GET /api/v1/sounds/library HTTP/1.1\r\n${head}\r\n`)
  server.kill('SIGINT')
  expect(await server.exited).toBe(0)
})

test('what is under way is answered before the end', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const upstream = await startFakeUpstream(async () => {
    asked.resolve()
    await answered.promise
    return success({ username: 'someone', is_alive: false })
  })
  const server = await startProcess({ DATA_URL: upstream.url, SHUTDOWN_GRACE_MS: '0' })
  const client = keepAliveClient(server.url)
  const outcome = client.ask('/api/v1/live/someone/alive')
  await asked.promise
  server.kill('SIGTERM')
  // Nobody gets in any more.
  await expect.poll(async () => 'error' in (await keepAliveClient(server.url).ask('/healthz'))).toBe(true)
  answered.resolve()
  expect(await outcome).toEqual({ status: 200 })
  expect(await server.exited).toBe(0)
  client.close()
  await upstream.close()
})

test('clients that are sending all the time lose nothing, kept connections or not', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '1000', MAX_WAIT_MS: '60000' })
  const outcomes: Outcome[] = []
  const clients = Array.from({ length: 10 }, async () => {
    const client = keepAliveClient(server.url)
    let last: Outcome
    do {
      last = await client.ask('/api/v1/sounds/library')
      outcomes.push(last)
    } while ('status' in last)
    client.close()
    return last
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(500)
  server.kill('SIGTERM')
  // None went unanswered: the last thing each of them hears is that nobody takes connections any more.
  expect(await Promise.all(clients)).toEqual(clients.map(() => ({ error: 'ECONNREFUSED' })))
  expect(new Set(outcomes.flatMap((outcome) => ('status' in outcome ? outcome.status : [])))).toEqual(new Set([200]))
  expect(await server.exited).toBe(0)
})

test('what came while the server stood still is answered, however long that was', async () => {
  const config = readConfig({ PORT: '0', DATA_URL: `sqlite:${inject('defaultDataset')}`, GATEWAY_KEYS: testKey })
  const app = await startApp({ config, log: createLog('silent') })
  const request = `GET /healthz HTTP/1.1\r\n${head}\r\n`
  const client = await open(app.url, request)
  await once(client, 'data')
  const closed = app.close({ graceMs: 0, quietMs: 100 })
  client.write(request)
  const until = performance.now() + 200
  while (performance.now() < until);
  let text = ''
  for await (const chunk of client) text += chunk
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+\r\nconnection: close/i)
  client.destroy()
  await closed
})

test('no client can keep a server alive for more than twelve seconds, whatever it does', async () => {
  const server = await startServer()
  const large = `GET /openapi.json HTTP/1.1\r\n${head}\r\n`
  const post = `POST /graphql HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  const sockets = [
    await open(server.url, ''),
    await open(server.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'),
    await open(server.url, post),
    // More than the buffers of both ends hold, and nobody reads it.
    (await open(server.url, large.repeat(200))).pause()
  ]
  // One that never ends its head, and one that never ends its body.
  const dripping = setInterval(() => {
    sockets[1]?.write('x: y\r\n')
    sockets[2]?.write(' ')
  }, 100)
  await send(server.url, '/healthz', { keyless: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  })
  let isClosed = false
  const closed = server.close().then(() => {
    isClosed = true
  })
  vi.advanceTimersByTime(11_999)
  // Time to come too early; a slow machine proves less, and fails nothing.
  await pause(100)
  expect(isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
})

/** Things that nothing catches, and a grace that is over when the test says so. */
const failing = `
  import { syncBuiltinESMExports } from 'node:module'
  import timers from 'node:timers/promises'
  const over = new Promise((resolve) => process.once('SIGHUP', resolve))
  timers.setTimeout = () => over
  syncBuiltinESMExports()
  process.on('SIGUSR2', () => Promise.reject(new Error('nobody caught this')))
  process.on('SIGWINCH', () => { throw new Error('nobody caught that') })
`
const failingFirst = ['--import', `data:text/javascript,${encodeURIComponent(failing)}`]

test.each([
  ['SIGUSR2', 'unhandledRejection', 'nobody caught this'],
  ['SIGWINCH', 'uncaughtException', 'nobody caught that']
] as const)(
  'after an error that nothing caught a server is logged, counted and ended in order: %s',
  async (signal, origin, message) => {
    const server = await startProcess({ SHUTDOWN_GRACE_MS: '600000' }, failingFirst)
    server.kill(signal)
    await expect.poll(() => readiness(server.url)).toBe(503)
    expect((await send(server.url, '/api/v1/sounds/library')).status).toBe(200)
    const { body } = await send(server.url, '/metrics', { keyless: true })
    expect(body).toContain(`clipgraph_process_faults_total{origin="${origin}"} 1`)
    server.kill('SIGHUP')
    expect(await server.exited).toBe(1)
    expect(server.stderr()).toContain(message)
  }
)
