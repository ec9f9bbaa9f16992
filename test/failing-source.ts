import type { ApiError } from '../src/core/errors.ts'
import type { PageRequest } from '../src/core/paging.ts'
import type { FeedKind, LookupKind } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'

/** What happens to one read: nothing, an error in place of the value, or something thrown. */
export type Mishap = { found: ApiError } | { thrown: unknown } | { value: unknown } | undefined

/** The same source, with reads that go wrong. `key` is the key of a look-up or of a feed, whose page has a `request`. */
export const failingSource = (
  source: Source,
  mishap: (kind: LookupKind | FeedKind, key: string, request?: PageRequest) => Mishap
): Source => ({
  async lookUp(kind, keys, signal) {
    const found = await source.lookUp(kind, keys, signal)
    return found.map((value, index) => {
      const wrong = mishap(kind, keys[index] ?? '')
      if (wrong === undefined) return value
      if ('thrown' in wrong) throw wrong.thrown
      if ('found' in wrong) return wrong.found
      // A record that does not fit its schema, which only a broken source gives.
      return wrong.value as typeof value
    })
  },
  async page(kind, key, request, signal) {
    const wrong = mishap(kind, key, request)
    if (wrong !== undefined && 'thrown' in wrong) throw wrong.thrown
    if (wrong !== undefined && 'found' in wrong) throw wrong.found
    return source.page(kind, key, request, signal)
  },
  ...(source.hasFilters === undefined ? {} : { hasFilters: source.hasFilters }),
  ...(source.hasWholeRecords === undefined ? {} : { hasWholeRecords: source.hasWholeRecords }),
  ready: (signal) => source.ready(signal),
  close: () => source.close()
})
