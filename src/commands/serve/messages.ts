import type { PointWindow, SpendPoints } from '../../host/limits/point-windows.ts'
import type { ProcessFigures } from '../../host/telemetry/worker-metrics.ts'
import type { Started } from './banner.ts'

/** The variable that marks processes which `serve` started itself: others may be workers of a process manager. */
export const workerMark = 'CLIPGRAPH_WORKER'

/** What workers ask the primary. */
export type Questions = {
  /** How to begin. */
  start: { ask: null; answer: WorkerStart }
  /** Points for a window that all workers share. */
  spend: { ask: Parameters<SpendPoints>; answer: PointWindow }
  metrics: { ask: null; answer: string }
}

export type WorkerStart = {
  /** From 1. A worker that replaces another one has its number. */
  number: number
  count: number
  /** The key made for this run; null where keys are configured. */
  ownKey: string | null
  /** Whether all workers have served since the start. */
  isComplete: boolean
}

export type Question = {
  [K in keyof Questions]: { question: K; id: number; ask: Questions[K]['ask'] }
}[keyof Questions]

/** What workers send to the primary. `figures`: what this process counted, when it is asked and at its end. */
export type FromWorker = Question | { note: 'ready'; started: Started } | { note: 'figures'; figures: ProcessFigures }

/** What the primary sends to workers. `leave`: stop in good order; `isReplaced`: another worker is there already. */
export type ToWorker =
  | { id: number; answer: unknown }
  | { command: 'leave'; graceMs: number; isReplaced: boolean }
  | { command: 'count' }
  | { command: 'complete' }
