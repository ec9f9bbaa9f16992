import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { lastMs } from '../../core/deadline.ts'
import type { Connections } from './connections.ts'

/** Starts listening and returns the address. */
export const listen = async (server: Server, at: { port: number; host: string }): Promise<string> => {
  server.listen(at.port, at.host)
  await once(server, 'listening')
  // A server on a port has an address of this type.
  const { port, address, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Notice for clients before a server stops. */
export type Notice = {
  /** Time during which it still accepts connections and answers, but reports not ready. */
  graceMs: number
  /** After that, connections idle for this long are closed; a request in flight to a closed one would be lost. */
  quietMs: number
  /** Whether another process serves on the same port, so that clients can stay. */
  isReplaced?: boolean
}

/** For servers without clients. */
export const noNotice: Notice = { graceMs: 0, quietMs: 0 }

/** Life cycle of a server: running, leaving, stopped. */
export class LifeCycle {
  readonly #connections: Connections
  #isLeaving = false
  #sendsAway = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Whether clients should use another server. */
  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** Whether each connection's last response announces the close. */
  get sendsAway(): boolean {
    return this.#sendsAway
  }

  /** Stops a server: requests in progress are answered, and it ends within the grace period plus twelve seconds whatever clients do. */
  async leave(server: Server, { graceMs, quietMs, isReplaced = false }: Notice): Promise<void> {
    this.#isLeaving = !isReplaced
    if (!server.listening) return
    if (graceMs > 0) {
      // Behind a connection-level balancer, kept-alive connections move elsewhere one by one during the grace period.
      this.#sendsAway = true
      await pause(graceMs * 0.8)
      // Without another server, all clients have reconnected here. Stop closing connections: those in the accept queue would be lost at the end.
      this.#sendsAway = false
      await pause(graceMs * 0.2)
      // After the connections that are pending now.
      await turn()
    }
    this.#sendsAway = true
    const closed = once(server, 'close')
    // Node would close idle connections at once, possibly with a request in flight.
    server.closeIdleConnections = () => {}
    server.close()
    const endQuiet = () => this.#connections.endQuiet(quietMs)
    endQuiet()
    // Run after pending I/O: after a stall, timers run first.
    const looking = setInterval(() => setImmediate(endQuiet), 50)
    const last = setTimeout(() => this.#connections.destroyAll(), lastMs)
    await closed
    clearInterval(looking)
    clearTimeout(last)
  }
}
