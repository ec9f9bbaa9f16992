/** Connections that are open, and of them without a call; calls under way, and those that wait for a connection. */
export type PoolState = { connected: number; free: number; running: number; queued: number }
