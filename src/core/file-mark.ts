import type { BigIntStats } from 'node:fs'

/** Identifies a file and its content version: differs when the file was replaced or written to. Empty when there is no file. */
export const markOf = (stats: BigIntStats | undefined): string =>
  stats === undefined ? '' : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join()
