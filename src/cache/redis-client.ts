import { createClient } from '@redis/client'

const maxQueuedCommands = 5_000

/** A client of a Redis that may be slow or gone without anyone waiting for it. It connects at once, and again whenever the connection is lost. */
export const openRedis = (url: string) => {
  const client = createClient({
    url,
    // A command for a connection that is not there fails at once instead of waiting in a queue.
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxQueuedCommands,
    socket: { connectTimeout: 1_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) }
  })
  // Failures are found where a command fails; without a listener they would end the process.
  client.on('error', () => {})
  client.connect().catch(() => {})
  return client
}

export type RedisClient = ReturnType<typeof openRedis>
