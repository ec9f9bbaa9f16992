import type { PointWindow, SpendPoints } from '../../host/limits/point-windows.ts'
import type { ProcessFigures } from '../../host/telemetry/worker-metrics.ts'
import type { Started } from './banner.ts'

/** The variable that marks processes which `serve` started itself: others may be workers of a process manager. */
export const workerMark = 'CLIPGRAPH_WORKER'

/** Questions of workers to the primary. */
export type Questions = {
  /** Data for the start of a worker. */
  start: { ask: null; answer: WorkerStart }
  /** Points for a window that all workers share. */
  spend: { ask: Parameters<SpendPoints>; answer: PointWindow }
  metrics: { ask: null; answer: string }
}

export type WorkerStart = {
  /** From 1. A worker that replaces another one takes its number. */
  number: number
  count: number
  /** The key created for this run; null if keys are configured. */
  ownKey: string | null
  /** Whether all workers have served since the start. */
  isComplete: boolean
}

export type Question = {
  [K in keyof Questions]: { question: K; id: number; ask: Questions[K]['ask'] }
}[keyof Questions]

/** Messages of workers to the primary. `figures`: counts of this process, sent on request and at its end. */
export type FromWorker = Question | { note: 'ready'; started: Started } | { note: 'figures'; figures: ProcessFigures }

/** Messages of the primary to workers. `leave`: stop gracefully; `isReplaced`: another worker is already ready. */
export type ToWorker =
  | { id: number; answer: unknown }
  | { command: 'leave'; graceMs: number; isReplaced: boolean }
  | { command: 'count' }
  | { command: 'complete' }
