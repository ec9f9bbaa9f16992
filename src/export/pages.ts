import type { Scope } from '../core/scope.ts'
import { anyTableOf } from '../rest/tables.ts'
import type { Deps } from '../services/operation.ts'
import type { Target } from './targets.ts'
import type { Next, Walk } from './walk.ts'

/** Reads something within a scope of its own, again where that may help. */
export type Read = <T>(read: (scope: Scope) => T | Promise<T>) => Promise<T>

export type PagesOptions = {
  deps: Deps
  read: Read
  /** Most records that are wanted; null for all. */
  limit: number | null
  /** Unix seconds: only posts from then on; null for all. */
  since: number | null
}

/** The records of an operation from page to page, as REST answers them. */
export const pagesOf = (
  { operation, given, isNewestFirst }: Target,
  { deps, read, limit, since }: PagesOptions
): Walk =>
  async function* (from) {
    const { rowsOf } = anyTableOf(operation)
    const most = operation.input.count?.schema.maximum
    let parameters: Readonly<Record<string, unknown>> =
      typeof most === 'number' ? { count: limit === null ? most : Math.min(most, limit), ...from } : { ...from }
    let before = new Set<string>()
    for (;;) {
      const { data, next } = await read(async (scope) =>
        operation.run(deps, scope, { ...(await given(deps, scope)), ...parameters })
      )
      const found = rowsOf(data)
      let rows = found
      // Cursors are known to lead on. Numbers and times lead wherever the other end says: to what has moved on meanwhile, or nowhere.
      if (operation.pagination !== 'cursor') {
        const texts = found.map((row) => JSON.stringify(row))
        rows = found.filter((_, index) => !before.has(texts[index] ?? ''))
        if (rows.length === 0) return
        before = new Set(texts)
      }
      const { count } = parameters
      const onwards = next === null || (isNewestFirst && isOlder(found.at(-1), since)) ? null : withCount(next, count)
      yield { rows: since === null ? rows : rows.filter((row) => !isOlder(row, since)), next: onwards }
      if (onwards === null) return
      parameters = onwards
    }
  }

/** Pages of numbers are of one size. */
const withCount = (next: NonNullable<Next>, count: unknown): NonNullable<Next> =>
  typeof count === 'number' ? { ...next, count } : next

/** Whoever asks for what is new asks for posts, which tell when they were made. The first ones of a list may be old and pinned. */
const isOlder = (post: unknown, since: number | null): boolean =>
  since !== null && post !== undefined && (post as { created_at: number }).created_at < since
