import type { Scope } from '../../core/scope.ts'
import type { Deps } from '../../services/operation.ts'
import { maxBarrenPages } from '../../store/upstream/walk.ts'
import { anyTableOf } from '../../surfaces/rest/tables.ts'
import type { OperationTarget } from './targets.ts'
import type { Next, Walk } from './walk.ts'

/** Reads within a new scope, with retries where they may help. */
export type RetryingRead = <T>(read: (scope: Scope) => T | Promise<T>) => Promise<T>

export type PagesOptions = {
  deps: Deps
  read: RetryingRead
  /** Maximum number of records; null for all. */
  limit: number | null
  /** Page size; by default the maximum. */
  pageSize?: number | undefined
  /** Unix seconds: only posts since then; null for all. */
  since: number | null
}

/** Records of an operation page by page, as in REST. */
export const pagesOf = (
  { operation, given, isNewestFirst }: OperationTarget,
  { deps, read, limit, pageSize = Number.POSITIVE_INFINITY, since }: PagesOptions
): Walk =>
  async function* (from) {
    const { rowsOf } = anyTableOf(operation)
    const most = operation.input.count?.schema.maximum
    // With `--since`, a small page may have nothing but old posts that are pinned.
    const wanted = since === null ? limit : null
    let parameters: Readonly<Record<string, unknown>> =
      typeof most === 'number' ? { count: Math.min(most, pageSize, wanted ?? most), ...from } : { ...from }
    let before = new Set<string>()
    const visited = new Set<string>()
    let barren = 0
    let input: Readonly<Record<string, unknown>> | undefined
    for (;;) {
      // Both in one read, because failures before the first success are not retried.
      const { data, next } = await read(async (scope) => {
        input ??= await given(deps, scope)
        return operation.run(deps, scope, { ...input, ...parameters })
      })
      const found = rowsOf(data)
      let rows = found
      let isCircle = false
      // Cursors always progress. Page numbers and times are upstream values that may repeat or never end.
      if (operation.pagination !== 'cursor') {
        const texts = found.map((row) => JSON.stringify(row))
        rows = found.filter((_, index) => !before.has(texts[index] ?? ''))
        barren = found.length === 0 ? barren + 1 : 0
        // A page may have no visible records and still have a next page.
        if (rows.length === 0 && (found.length > 0 || barren === maxBarrenPages)) return
        if (found.length > 0) before = new Set(texts)
        const place = JSON.stringify(next)
        isCircle = visited.has(place)
        visited.add(place)
      }
      const { count } = parameters
      const isLast = next === null || isCircle || (isNewestFirst && isOlder(found.at(-1), since))
      const onwards = isLast ? null : withCount(next, count)
      yield { rows: since === null ? rows : rows.filter((row) => !isOlder(row, since)), next: onwards }
      if (onwards === null) return
      parameters = onwards
    }
  }

/** Numbered pages need a constant size. */
const withCount = (next: NonNullable<Next>, count: unknown): NonNullable<Next> =>
  typeof count === 'number' ? { ...next, count } : next

/** `--since` applies to posts. The first posts of a list may be old and pinned. */
const isOlder = (post: unknown, since: number | null): boolean =>
  since !== null && post !== undefined && (post as { created_at: number }).created_at < since
