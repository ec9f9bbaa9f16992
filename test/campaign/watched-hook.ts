import { Server } from 'node:http'

/** Loaded into a server's process before the server: answers the process that started it when that asks how much it holds. */
export type Held = {
  /** Bytes in use after everything that nobody needs was collected. */
  heap: number
  /** What keeps an event loop busy: sockets, timers, reads under way. */
  resources: number
  /** Listeners on the process and on what it reads and writes. */
  listeners: number
}

// A short soak cannot wait for idle connections as long as a server keeps them.
const keepAliveMs = Number(process.env.WATCHED_KEEP_ALIVE_MS ?? 0)
if (keepAliveMs > 0)
  Object.defineProperty(Server.prototype, 'keepAliveTimeout', { get: () => keepAliveMs, set: () => {} })

const emitters = [process, process.stdout, process.stderr]

process.on('message', () => {
  globalThis.gc?.()
  const listeners = emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
  const held: Held = {
    heap: process.memoryUsage().heapUsed,
    resources: process.getActiveResourcesInfo().length,
    listeners: listeners.reduce((sum, count) => sum + count, 0)
  }
  process.send?.(held)
})
// It is no reason for a server to go on.
process.channel?.unref()
