import type { PageRequest } from '../src/core/paging.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'

export type SourceCall =
  | { method: 'lookUp'; kind: LookupKind; keys: readonly string[] }
  | { method: 'page'; kind: FeedKind; key: string; request: PageRequest }

/** Keeps a list of what a source was asked; `wrap` goes to `startServer` as `wrapSource`. */
export const countedSource = () => {
  const calls: SourceCall[] = []
  return {
    calls,
    /** What was asked since the last time, and forgets it. */
    take: () => calls.splice(0),
    wrap: (source: Source): Source => ({
      lookUp(kind, keys, signal) {
        calls.push({ method: 'lookUp', kind, keys })
        return source.lookUp(kind, keys, signal)
      },
      page(kind, key, request, signal) {
        calls.push({ method: 'page', kind, key, request })
        return source.page(kind, key, request, signal)
      },
      ...(source.hasFilters === undefined ? {} : { hasFilters: source.hasFilters }),
      ...(source.hasWholeRecords === undefined ? {} : { hasWholeRecords: source.hasWholeRecords }),
      ready: (signal) => source.ready(signal),
      close: () => source.close()
    })
  }
}

/** One line a call, for tests that say which calls are made. */
export const describeCall = (call: SourceCall): string =>
  call.method === 'page' ? `page ${call.kind}` : `lookUp ${call.kind} ×${call.keys.length}`

/** Reads as the cache counts them: each key of a look-up is one. */
export const countReads = (calls: readonly SourceCall[]): number =>
  calls.reduce((sum, call) => sum + (call.method === 'page' ? 1 : call.keys.length), 0)
