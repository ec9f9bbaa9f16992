import { createClient } from '@redis/client'

const maxQueuedCommands = 5_000

/**
 * Client for a Redis that may be slow or down without blocking requests. It connects now and after every lost connection. `onProblem`:
 * receives why it has no connection, and the consequence `without`.
 */
export const openRedis = (url: string, onProblem: (problem: string) => void, without: string) => {
  const client = createClient({
    url,
    // Commands fail at once while disconnected instead of queueing.
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxQueuedCommands,
    socket: { connectTimeout: 1_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) }
  })
  client.on('error', (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    onProblem(`the Redis at CACHE_URL cannot be used${code}; ${without}`)
  })
  client.connect().catch(() => {})
  return client
}

/** Closing the client during a connection attempt would leave that connection open. */
export const closeRedis = (client: RedisClient): void => {
  const destroy = () => {
    if (client.isOpen) client.destroy()
  }
  if (client.isReady) destroy()
  else client.once('ready', destroy).once('error', destroy)
}

export type RedisClient = ReturnType<typeof openRedis>
