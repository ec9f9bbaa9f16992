import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Connections that may be open at once. One more, and the one that has been open longest without a request under way is ended. */
  maxOpen: number
  /** Time for the head of a request to come. */
  headMs: number
  /** Time for all of a request to come. */
  requestMs: number
  /** How often is looked whether it did. */
  lookMs: number
  /** Time for what was written to go out: between one and two of it. */
  slowReaderMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxOpen: 10_000,
  headMs: 15_000,
  requestMs: 30_000,
  lookMs: 5_000,
  slowReaderMs: 60_000
}

/** Time a client has to close its end after this one was, before the connection is taken down. */
export const closingMs = 500

/** What is known of an open connection. */
export type Connection = {
  /** Requests that came on it so far. */
  requests: number
  /** Of those, the ones that are not answered yet. */
  underWay: number
  /** When it came or its last answer went, as `performance.now()` counts. */
  quietSince: number
  endedAt: number | null
}

const newConnection = (): Connection => ({ requests: 0, underWay: 0, quietSince: performance.now(), endedAt: null })

/**
 * The open connections of a server: which have a request under way, and which could be ended without anybody's loss.
 */
export class Connections {
  readonly limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()

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

  /** Notes a request. What came before its connection was gone may still be read when it is. */
  begin(socket: Socket): Connection {
    const connection = this.#open.get(socket) ?? newConnection()
    connection.requests += 1
    connection.underWay += 1
    return connection
  }

  /**
   * Ends connections that are between requests, or in the middle of one that is not all there, and have been so for a
   * while. The client is told first, and has a moment to close its end too.
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

/** Nothing to be answered on it, and nothing of an answer left to be sent. */
const isQuiet = (socket: Socket, { underWay }: Connection): boolean => underWay === 0 && socket.writableLength === 0
