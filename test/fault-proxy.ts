import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** What goes wrong between two servers. */
export type Fault =
  | { kind: 'none' }
  /** Every request is held for so long. */
  | { kind: 'latency'; ms: number }
  /** Every request is held until something has happened. */
  | { kind: 'held'; until: Promise<void> }
  /** Connections are taken and requests read, and nothing ever comes back. */
  | { kind: 'blackhole' }
  /** The connection is reset when a request comes in. */
  | { kind: 'reset' }
  /** Heads come at once, bodies a few bytes at a time. */
  | { kind: 'drip' }
  /** Half of each answer, then the end. */
  | { kind: 'truncation' }
  /** Bytes that are no HTTP. */
  | { kind: 'garbage' }
  /** An answer with this status instead of the real one. */
  | { kind: 'status'; status: number; headers?: Readonly<Record<string, string>>; body?: string }
  /** Nobody listens. */
  | { kind: 'refusal' }

const dripBytes = 8
const dripMs = 50

/** By the clock that is driven where one is. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A proxy between two servers that does to their bytes what networks and servers in trouble do. */
export const startFaultProxy = async (target: string) => {
  const { hostname, port: targetPort } = new URL(target)
  let fault: Fault = { kind: 'none' }
  const clients = new Set<Socket>()
  const counts = { connections: 0, requests: 0, closed: 0, drops: 0 }

  const answerWith = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
    [
      `HTTP/1.1 ${status} Fault`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body
    ].join('\r\n')

  const serve = (client: Socket) => {
    counts.connections += 1
    clients.add(client)
    client.setNoDelay(true)
    const server = connect({ host: hostname, port: Number(targetPort) })
    server.setNoDelay(true)
    client.on('error', () => {})
    server.on('error', () => client.destroy())
    client.on('close', () => {
      counts.closed += 1
      clients.delete(client)
      server.destroy()
    })
    server.on('close', () => client.end())

    client.on('data', async (request) => {
      // One request a chunk: clients here do not pipeline, and their requests are small.
      counts.requests += 1
      const now = fault
      if (now.kind === 'blackhole') return
      if (now.kind === 'reset') client.resetAndDestroy()
      else if (now.kind === 'garbage') client.end('\x00\x01 this is not HTTP \r\n\r\n\xff')
      else if (now.kind === 'status') client.write(answerWith(now.status, now.headers, now.body))
      else {
        if (now.kind === 'latency') await pause(now.ms)
        if (now.kind === 'held') await now.until
        if (!server.destroyed) server.write(request)
      }
    })
    server.on('data', async (answer: Buffer) => {
      if (fault.kind === 'truncation') client.end(answer.subarray(0, Math.floor(answer.length / 2)))
      else if (fault.kind === 'drip') await drip(client, answer)
      else if (!client.destroyed) client.write(answer)
    })
  }

  const drip = async (client: Socket, answer: Buffer) => {
    const head = answer.indexOf('\r\n\r\n') + 4
    client.write(answer.subarray(0, head))
    for (let at = head; at < answer.length && !client.destroyed; at += dripBytes) {
      client.write(answer.subarray(at, at + dripBytes))
      counts.drops += 1
      await pause(dripMs)
    }
  }

  const listen = (at: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer(serve)
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => resolve(server))
    })
  const hangUp = () => {
    for (const client of clients) client.destroy()
    return new Promise<void>((resolve) => listener.close(() => resolve()))
  }
  const port = await freePort()
  let listener = await listen(port)

  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    /** Connections that are open now. */
    get open(): number {
      return clients.size
    },
    async set(next: Fault) {
      const before = fault
      fault = next
      if (next.kind === 'refusal' && before.kind !== 'refusal') await hangUp()
      if (next.kind !== 'refusal' && before.kind === 'refusal') listener = await listen(port)
    },
    close: () => (fault.kind === 'refusal' ? Promise.resolve() : hangUp())
  }
}
