import type { DatabaseSync } from 'node:sqlite'
import { type Awaitable, andThen, atOnce } from '../../core/awaitable.ts'
import { run } from '../../engines/search/store.ts'
import { recountCollections, summarize } from '../../store/tables/summary.ts'
import { refreshColumns } from '../columns/refresh-columns.ts'
import { isLibraryStale, noteRanked } from '../derived/keep-summary.ts'
import { dateSounds } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { listRelations, noteAllLists } from '../merge/relations.ts'
import { refreshScores } from '../scores/refresh-scores.ts'
import { noteUnscored } from '../scores/score-statements.ts'
import type { TransactedTables } from '../tables/row-tables.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { rankLibrary } from './library.ts'
import { inTransaction, refreshIndex } from './search-refresh.ts'

type Refresh = {
  /** Also what an import into an existing data set keeps up to date. */
  isWhole: boolean
  /** Brings search up to date, unless `refreshIndex` does. */
  search?: () => Awaitable<void>
}

/** Brings all that is computed from rows up to date, where it is stale; at once unless `search` is to be waited for. */
export const refreshDerived = (
  db: DatabaseSync,
  onStep: OnProgress,
  { isWhole, search = () => refreshIndex(db, (done, total) => onStep('search', done, total)) }: Refresh
): Awaitable<void> => {
  const tables: TransactedTables = {
    tables: sqliteTables(db),
    transaction: (work) => inTransaction(db, () => atOnce(work()))
  }
  inTransaction(db, () => {
    onStep('ranks', 0, 1)
    if (isWhole) db.exec(noteAllLists)
    for (const sql of listRelations) db.exec(sql)
    // Whose collections are shown depends on whose they are.
    db.exec(recountCollections)
    if (isWhole) db.exec(dateSounds)
    if (isWhole || db.prepare(isLibraryStale).get() !== undefined) rankLibrary(db)
    db.exec(noteRanked)
    if (isWhole) for (const sql of summarize) db.exec(sql)
    db.exec(noteUnscored)
  })
  onStep('scores', 0, 1)
  atOnce(run(refreshScores(), tables))
  return andThen(search(), () =>
    run(
      refreshColumns((done, total) => onStep('columns', done, total)),
      tables
    )
  )
}
