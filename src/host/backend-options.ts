import type { Config } from '../core/config/config.ts'
import type { EventLoop } from '../core/event-loop.ts'
import type { Log } from '../core/log.ts'
import type { LiveSourceOptions } from '../store/source/live-source.ts'
import type { Source } from '../store/source.ts'
import type { SpendPoints } from './limits/point-windows.ts'

export type BackendOptions = {
  config: Config
  log: Log
  /** Keys that open the data surfaces and sign cursors; the configured ones by default. */
  keys?: readonly string[]
  /** Signs cursors instead of the keys, which stay accepted. */
  cursorSecret?: Buffer | undefined
  now?: () => number
  /** Processor time of this thread for the read scheduler. */
  elapsed?: (() => number) | undefined
  /** Event loop used between reads; its own by default. */
  eventLoop?: EventLoop
  /** Wraps the source in tests, to count or delay reads. */
  wrapSource?: (source: Source) => Source
  /** Base URL of this process's media; null when it serves none. Called when records are read. */
  mediaBase: (() => string) | null
  /** Reads a data set as of opening, regardless of imports. */
  isSnapshot?: boolean
  /** Options for collecting from a live source. */
  collecting?: Pick<LiveSourceOptions, 'onGiven' | 'since'> | undefined
  /** Set in a process that is one of several workers. */
  worker?: WorkerLink | undefined
}

/** Connection of a worker to the others. */
export type WorkerLink = {
  /** From 1. */
  number: number
  /** Number of workers, which share the limits of the server. */
  count: number
  spendPoints: SpendPoints
  /** The metrics of all workers. */
  metricsText: () => Promise<string>
  /** Whether some workers have not begun to serve since the start. */
  isStarting: () => boolean
}

/** Logs a problem once a minute, however many requests encounter it. */
export type Complain = (complaint: string, level?: 'warn' | 'error') => void
