import type { Awaitable } from '../../core/awaitable.ts'
import type { Cells } from './columns.ts'

/** Provenance of the records of a data set. */
export type DatasetProvenance = {
  /** Some source names, and their total number. */
  sources: readonly string[]
  sourceCount: number
  /** Unix seconds of the earliest and latest collection time in the records; null without any. */
  collected: { from: number; to: number } | null
  /** Unix seconds of the last finished import, and of the start of an unfinished one. */
  importedAt: number | null
  interruptedAt: number | null
  /** Rows that search does not reflect yet; 0 after a finished import. */
  unsearched: number
}

const shownSources = 3
const named = `SELECT name FROM sources ORDER BY pk DESC LIMIT ${shownSources}`
const collectedTimes = 'SELECT count(*), min(collected_from), max(collected_to) FROM sources'
const ended = 'SELECT max(finished_at) FROM imports'
const begun = 'SELECT started_at FROM imports WHERE finished_at IS NULL ORDER BY pk DESC LIMIT 1'
// Without a search index, nothing is marked as stale.
const stale = `SELECT CASE WHEN EXISTS (SELECT 1 FROM search_sizes WHERE kind > 0) THEN (SELECT count(*) FROM search_stale)
  ELSE (SELECT count(*) FROM posts) + (SELECT count(*) FROM users) END`

/** Identifies the state of the data. It changes with every batch of an import, and with the steps before the first batch. */
export const dataState = `SELECT (SELECT id FROM generation) AS id, (SELECT coalesce(sum(passed), 0) FROM imports) AS passed,
  (SELECT min(handle) FROM handles) AS handle`

/** Reads the provenance from a data set of this version. */
export const readProvenance = async (
  rows: (sql: string) => Awaitable<readonly Cells[]>
): Promise<DatasetProvenance> => {
  const names = await rows(named)
  const [[count, first, last] = []] = await rows(collectedTimes)
  const [[importedAt] = []] = await rows(ended)
  const [[interruptedAt] = []] = await rows(begun)
  const [[unsearched] = []] = await rows(stale)
  return {
    sources: names.map(([name]) => String(name)),
    sourceCount: Number(count ?? 0),
    collected: typeof first === 'number' && typeof last === 'number' ? { from: first, to: last } : null,
    importedAt: typeof importedAt === 'number' ? importedAt : null,
    interruptedAt: typeof interruptedAt === 'number' ? interruptedAt : null,
    unsearched: Number(unsearched ?? 0)
  }
}
