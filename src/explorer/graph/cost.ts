import { makeOperation, mapExchange } from '@urql/core'
import { type Early, earlyOf, takeAnswer } from './early.ts'

/** What an answer cost: points of those a query may cost, reads of the data, and how long it took to come. */
export type Cost = { points: number; limit: number; reads: number; tookMs: number; answeredAt: string }

/** After the cache, so that an answer from there still says how long it took when it came. */
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
    // Only `onOperation` writes there.
    const { early, sentAt } = result.operation.context as { early?: Early; sentAt?: number }
    const tookMs = early?.tookMs ?? performance.now() - Number(sentAt)
    return { ...result, extensions: { ...result.extensions, tookMs } }
  }
})

type Told = {
  tookMs?: number
  cost?: { estimated: number; limit: number; reads: number }
  meta?: { timestamp: string }
}

export const costOf = (extensions: Record<string, unknown> | undefined): Cost | null => {
  // Only this project's server and `timed` write there.
  const { cost, tookMs, meta } = (extensions ?? {}) as Told
  if (cost === undefined || tookMs === undefined || meta === undefined) return null
  return { points: cost.estimated, limit: cost.limit, reads: cost.reads, tookMs, answeredAt: meta.timestamp }
}
