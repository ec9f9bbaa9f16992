import { connect, type Socket } from 'node:net'
import { loadCore } from './servers.ts'

/** The bytes of the next request; undefined when there are no more. */
export type Traffic = () => string | Uint8Array | undefined

export type Run = { requests: number; seconds: number; bytes: number }

const connections = 32
const endOfHead = Buffer.from('\r\n\r\n')
const lastChunk = '\r\n0\r\n\r\n'
const beforeHead = -1
const inChunks = -2

/**
 * One keep-alive connection with one request on its way at a time. It reads no more of an answer than where it ends,
 * so that the generator stays well ahead of any server.
 */
class Connection {
  bytes = 0
  readonly #socket: Socket
  readonly #failed: (error: Error) => void
  #answered: () => void = () => {}
  /** Bytes of the body still to come, or one of the two states above. */
  #left = beforeHead
  #held: Buffer | undefined
  #tail = ''

  constructor(port: number, failed: (error: Error) => void) {
    this.#failed = failed
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          this.#read(buffer.subarray(0, length) as Buffer)
          return true
        }
      }
    })
    this.#socket.on('error', failed)
    this.#socket.on('end', () => failed(new Error('the server closed a connection')))
  }

  send(request: string | Uint8Array, answered: () => void) {
    this.#answered = answered
    this.#socket.write(request as string)
  }

  close() {
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    this.bytes += chunk.length
    if (this.#left >= 0) this.#left -= chunk.length
    else if (this.#left === inChunks) this.#tail = (this.#tail + lettersAtEnd(chunk)).slice(-7)
    else if (!this.#readHead(chunk)) return

    if (this.#left === inChunks ? this.#tail !== lastChunk : this.#left > 0) return
    if (this.#left < 0 && this.#left !== inChunks) this.#failed(new Error('an answer is longer than it says'))
    this.#left = beforeHead
    this.#answered()
  }

  /** Whether the head is complete; what is left to come is known then. */
  #readHead(chunk: Buffer): boolean {
    const data = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk])
    const end = data.indexOf(endOfHead)
    // The buffer is used again for the next read.
    this.#held = end < 0 ? Buffer.from(data) : undefined
    if (end < 0) return false
    const head = data.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200')) this.#failed(new Error(`an answer was not 200:\n${data.toString()}`))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = length === undefined ? inChunks : Number(length) - (data.length - end - endOfHead.length)
    if (length === undefined) this.#tail = lettersAtEnd(data)
    return true
  }
}

const lettersAtEnd = (data: Buffer) => data.toString('latin1', Math.max(0, data.length - lastChunk.length))

const open = (count: number, port: number, failed: (error: Error) => void) =>
  Array.from({ length: count }, () => new Connection(port, failed))

/**
 * As many requests as the server takes, for so long or until there are no more. Where the core is its own it never sleeps: to wake it costs
 * the server more than to answer, and whether it must depends on who happened to be ahead.
 */
export const saturate = (
  port: number,
  next: Traffic,
  seconds: number,
  { sharesCore = loadCore === null } = {}
): Promise<Run> => {
  const { promise, resolve, reject } = Promise.withResolvers<Run>()
  const all = open(connections, port, reject)
  let requests = 0
  let busy = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const sendNext = (connection: Connection) => {
    const request = performance.now() < until ? next() : undefined
    if (request === undefined) {
      if (busy === 0) {
        const bytes = all.reduce((sum, { bytes }) => sum + bytes, 0)
        resolve({ requests, seconds: (performance.now() - startedAt) / 1000, bytes })
      }
      return
    }
    busy += 1
    connection.send(request, () => {
      busy -= 1
      requests += 1
      sendNext(connection)
    })
  }
  for (const connection of all) sendNext(connection)
  let mayRest = sharesCore
  const stayAwake = () => {
    if (!mayRest) setImmediate(stayAwake)
  }
  stayAwake()
  return promise.finally(() => {
    mayRest = true
    for (const connection of all) connection.close()
  })
}

/** So many requests over one connection, each when the server has come to rest after the one before. */
export const oneByOne = (port: number, next: Traffic, requests: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const [connection] = open(1, port, reject)
  const sendNext = (left: number) => {
    const request = left > 0 ? next() : undefined
    if (request === undefined) return resolve()
    connection?.send(request, () => setTimeout(sendNext, 1, left - 1))
  }
  sendNext(requests)
  return promise.finally(() => connection?.close())
}

/**
 * A fixed number of requests a second, whether or not the server keeps up; the time of each counts from when it was
 * due. Returns milliseconds in ascending order.
 */
export const pace = (port: number, next: Traffic, rate: number, seconds: number): Promise<Float64Array> => {
  const { promise, resolve, reject } = Promise.withResolvers<Float64Array>()
  const all = open(connections, port, reject)
  const idle = [...all]
  const total = Math.ceil(rate * seconds)
  const times = new Float64Array(total)
  let sent = 0
  let answered = 0
  const startedAt = performance.now() + 50
  // Asking the clock all the time is more exact than a timer; the generator has a core for itself.
  const tick = () => {
    while (sent < total && startedAt + (sent * 1000) / rate <= performance.now()) {
      // In turn, so that none stays idle for so long that the server closes it.
      const connection = idle.shift()
      const request = connection === undefined ? undefined : next()
      if (connection === undefined || request === undefined) break
      const due = startedAt + (sent * 1000) / rate
      sent += 1
      connection.send(request, () => {
        times[answered] = performance.now() - due
        answered += 1
        idle.push(connection)
        if (answered === total) resolve(times.sort())
      })
    }
    if (sent < total) setImmediate(tick)
  }
  tick()
  return promise.finally(() => {
    sent = total
    for (const connection of all) connection.close()
  })
}

export const percentile = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
