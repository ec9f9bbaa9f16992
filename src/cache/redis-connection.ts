const maxQueuedCommands = 5_000

/** How a Redis is connected to that may be slow or gone without anyone waiting for it. It reconnects by itself. */
export const connectionTo = (url: string) => ({
  url,
  // A command for a connection that is not there fails at once instead of waiting in a queue.
  disableOfflineQueue: true,
  commandsQueueMaxLength: maxQueuedCommands,
  socket: { connectTimeout: 1_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) }
})
