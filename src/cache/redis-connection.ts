const maxQueuedCommands = 5_000

/** Connection options for a Redis that may be slow or down without blocking requests. It reconnects automatically. */
export const connectionTo = (url: string) => ({
  url,
  // Commands fail at once while disconnected instead of queueing.
  disableOfflineQueue: true,
  commandsQueueMaxLength: maxQueuedCommands,
  socket: { connectTimeout: 1_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) }
})
