import { makeOperation, mapExchange } from '@urql/core'
import { type Early, earlyOf, takeAnswer } from './early.ts'

/** The cost of an answer: points and their limit, reads of the data, and duration. */
export type Cost = { points: number; limit: number; reads: number; tookMs: number; answeredAt: string }

/** Placed after the cache, so that a cached answer keeps its original duration. */
export const timed = mapExchange({
  onOperation: (operation) => {
    const early = earlyOf(operation)
    return makeOperation(operation.kind, operation, {
      ...operation.context,
      sentAt: performance.now(),
      ...(early !== undefined && { early, fetch: () => takeAnswer(operation, early) })
    })
  },
  onResult: (result) => {
    // Set only by `onOperation`.
    const { early, sentAt } = result.operation.context as { early?: Early; sentAt?: number }
    const tookMs = early?.tookMs ?? performance.now() - Number(sentAt)
    return { ...result, extensions: { ...result.extensions, tookMs } }
  }
})

type CostExtensions = {
  tookMs?: number
  cost?: { estimated: number; limit: number; reads: number }
  meta?: { timestamp: string }
}

export const costOf = (extensions: Record<string, unknown> | undefined): Cost | null => {
  // Set only by this project's server and `timed`.
  const { cost, tookMs, meta } = (extensions ?? {}) as CostExtensions
  if (cost === undefined || tookMs === undefined || meta === undefined) return null
  return { points: cost.estimated, limit: cost.limit, reads: cost.reads, tookMs, answeredAt: meta.timestamp }
}
