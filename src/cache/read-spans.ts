import { asApiError } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Span } from '../core/tracing.ts'
import type { CacheResult } from './cache.ts'

/** Spans of reads, for requests that are traced. */

const cachedName = 'clipgraph.read.cached'

export const beginRead = (scope: Scope, kind: string, keys: number): Span | null =>
  scope.span?.begin(`read ${kind}`, { 'clipgraph.read.kind': kind, 'clipgraph.read.keys': keys }) ?? null

export const endRead = (span: Span | null, isCached: boolean): void => {
  span?.set({ [cachedName]: isCached })
  span?.end()
}

/** Runs a cache read, within a span when the request is traced. */
export const waited = async <T>(
  scope: Scope,
  kind: string,
  keys: number,
  read: (span: Span | null) => Promise<(CacheResult<T> | Error)[]>
): Promise<(CacheResult<T> | Error)[]> => {
  const span = beginRead(scope, kind, keys)
  if (span === null) return read(null)
  try {
    const outcomes = await read(span)
    span.set({ [cachedName]: outcomes.every((outcome) => !(outcome instanceof Error) && outcome.cached) })
    for (const outcome of outcomes) if (outcome instanceof Error) span.fail(asApiError(outcome).code)
    return outcomes
  } finally {
    span.end()
  }
}
