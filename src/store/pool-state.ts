/** Connections: open, idle, calls in progress, and calls waiting for a connection. */
export type PoolState = { connected: number; free: number; running: number; queued: number }
