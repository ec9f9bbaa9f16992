import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Maximum number of open connections. Above it, the oldest connection without a request in progress is closed. */
  maxOpen: number
  /** Time limit for the head of a request. */
  headMs: number
  /** Time limit for the whole request. */
  requestMs: number
  /** Interval of checking both. */
  lookMs: number
  /** Time limit for a client to read what was written; enforced after one to two times of it. */
  slowReaderMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxOpen: 10_000,
  headMs: 15_000,
  requestMs: 30_000,
  lookMs: 5_000,
  slowReaderMs: 60_000
}

/** Time a client has to close its end before the connection is destroyed. */
export const closingMs = 500

/** State of an open connection. */
export type OpenConnection = {
  /** Requests received on it. */
  requests: number
  /** Requests of it that are not answered yet. */
  underWay: number
  /** When it was opened or last answered, as `performance.now()`. */
  quietSince: number
  endedAt: number | null
}

const newConnection = (): OpenConnection => ({ requests: 0, underWay: 0, quietSince: performance.now(), endedAt: null })

/** The open connections of a server. Tracks which have requests in progress and which can be closed without loss. */
export class Connections {
  readonly limits: ConnectionLimits
  readonly #open = new Map<Socket, OpenConnection>()

  constructor(limits = connectionLimits) {
    this.limits = limits
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#open.set(socket, newConnection())
      socket.once('close', () => this.#open.delete(socket))
      if (this.#open.size > this.limits.maxOpen) this.#endOldest()
    })
  }

  get size(): number {
    return this.#open.size
  }

  /** Records a request. A request may arrive after its connection has closed. */
  begin(socket: Socket): OpenConnection {
    const connection = this.#open.get(socket) ?? newConnection()
    connection.requests += 1
    connection.underWay += 1
    return connection
  }

  /**
   * Closes connections that have been idle, or stuck in an incomplete request, for a while. The client is notified first and has a moment
   * to close its end.
   */
  endQuiet(quietMs: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      if (connection.endedAt !== null) {
        if (now - connection.endedAt >= closingMs) socket.destroy()
      } else if (isQuiet(socket, connection) && now - connection.quietSince >= quietMs) {
        connection.endedAt = now
        socket.end()
      }
    }
  }

  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #endOldest(): void {
    for (const [socket, connection] of this.#open) {
      if (isQuiet(socket, connection)) {
        socket.destroy()
        return
      }
    }
  }
}

/** No request in progress and nothing left to send. */
const isQuiet = (socket: Socket, { underWay }: OpenConnection): boolean => underWay === 0 && socket.writableLength === 0
