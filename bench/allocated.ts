import { getHeapStatistics } from 'node:v8'

/** Loaded before a server whose requests are counted: tells whoever started it how many bytes its heap has given out. */
process.on('message', () => process.send?.(getHeapStatistics().total_allocated_bytes ?? null))
