import type { DatabaseSync } from 'node:sqlite'
import { type Awaitable, atOnce } from '../../core/awaitable.ts'
import { run } from '../../engines/search/store.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { buildIndex } from '../index/build-index.ts'
import { limits, type RefreshLimits } from '../index/refresh-limits.ts'
import { counts, refreshSearch, type SearchTables, searchTableNames } from '../index/refresh-search.ts'
import { fillSuggestions } from '../index/suggestion-builder.ts'
import { renewGeneration } from '../stale/generation.ts'
import { noteAllGroups } from '../stale/stale-statements.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { sqliteIndexStore } from './index-store.ts'

/** Tables of the index itself. */
export const indexTables = searchTableNames.filter((name) => name !== 'search_stale')
const indexNames = [...searchIndexes.matchAll(/INDEX (\w+)/g)].map(([, name]) => name)

/** Runs `refreshSearch`, in its own transactions if the caller has none. */
export const refreshIndex = (
  db: DatabaseSync,
  onProgress: (done: number, total: number) => void = () => {},
  refreshLimits: RefreshLimits = limits
): void => {
  const tables = sqliteTables(db)
  const transaction = <T>(work: () => Awaitable<T>) => inTransaction(db, () => atOnce(work()))
  const search: SearchTables = {
    tables,
    counts: () => arrays(db.prepare(counts)).get(),
    indexStore: () => sqliteIndexStore(db),
    build: (posts) =>
      inTransaction(db, () => {
        for (const name of indexNames) db.exec(`DROP INDEX IF EXISTS ${name}`)
        for (const name of searchTableNames) db.exec(`DELETE FROM ${name}`)
        buildIndex({ rows: db, into: db, onPosts: (done) => onProgress(done, posts) })
        fillSuggestions(db)
        db.exec(noteAllGroups)
        renewGeneration(tables)
      }),
    makeSuggestions: () => fillSuggestions(db),
    transaction,
    round: transaction
  }
  atOnce(run(refreshSearch(onProgress, refreshLimits), search))
}

/** Runs work in the caller's transaction, or else in its own. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  if (db.isTransaction) return work()
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
