import { createClient } from '@redis/client'

const maxQueuedCommands = 5_000

/** Client for a Redis that may be slow or down without blocking requests. It connects now and after every lost connection. */
export const openRedis = (url: string) => {
  const client = createClient({
    url,
    // Commands fail at once while disconnected instead of queueing.
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxQueuedCommands,
    socket: { connectTimeout: 1_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) }
  })
  // Without a listener errors would end the process; failed commands report them.
  client.on('error', () => {})
  client.connect().catch(() => {})
  return client
}

export type RedisClient = ReturnType<typeof openRedis>
