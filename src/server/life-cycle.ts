import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Connections } from './connections.ts'

/** Listens, and tells under which address. */
export const listen = async (server: Server, at: { port: number; host: string }): Promise<string> => {
  server.listen(at.port, at.host)
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port, address, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** How much notice those who send requests are given of a server's end. */
export type Notice = {
  /** Time for which it goes on taking connections and answering, but says that it is not ready. */
  graceMs: number
  /**
   * After that a connection is ended when it was quiet for so long: a request that is on its way to an ended one is
   * lost.
   */
  quietMs: number
}

/** For who knows that nobody is sending anything. */
export const noNotice: Notice = { graceMs: 0, quietMs: 0 }

/**
 * After the grace, the time in which all that is under way must be over: longer than a request may take, unless told
 * otherwise.
 */
export const lastMs = 12_000

/** From first to last: whether a server is there to stay, and how it ends. */
export class LifeCycle {
  readonly #connections: Connections
  #isLeaving = false
  #sendsAway = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Whether nobody should be sent here any more. */
  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** Whether the last answer on a connection is to say that it is the last. */
  get sendsAway(): boolean {
    return this.#sendsAway
  }

  /**
   * Ends a server: what is under way is answered, and all is over within the grace and twelve seconds, whatever clients
   * do.
   */
  async leave(server: Server, { graceMs, quietMs }: Notice): Promise<void> {
    this.#isLeaving = true
    if (!server.listening) return
    if (graceMs > 0) {
      // ShowQuery a balancer of connections, those that are kept move one by one while there is time.
      this.#sendsAway = true
      await pause(graceMs * 0.8)
      // Where nothing else takes connections, they all came back: no more of that, for what has connected but was not
      // accepted is lost at the end.
      this.#sendsAway = false
      await pause(graceMs * 0.2)
      // Right behind those that are there now.
      await turn()
    }
    this.#sendsAway = true
    const closed = once(server, 'close')
    // Node would end connections at once that are between requests, with the next one on its way perhaps.
    server.closeIdleConnections = () => {}
    server.close()
    const endQuiet = () => this.#connections.endQuiet(quietMs)
    endQuiet()
    // ShowQuery what has come in: after a standstill timers are looked at first.
    const looking = setInterval(() => setImmediate(endQuiet), 50)
    const last = setTimeout(() => this.#connections.destroyAll(), lastMs)
    await closed
    clearInterval(looking)
    clearTimeout(last)
  }
}
