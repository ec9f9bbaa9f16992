import type { BigIntStats } from 'node:fs'

/** Tells a file from any that takes its place, and from itself once somebody has written to it; empty where there is none. */
export const markOf = (stats: BigIntStats | undefined): string =>
  stats === undefined ? '' : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join()
