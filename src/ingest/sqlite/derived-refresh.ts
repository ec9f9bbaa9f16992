import type { DatabaseSync } from 'node:sqlite'
import { recountCollections, summarize } from '../../store/tables/summary.ts'
import { refreshColumns } from '../columns/refresh-columns.ts'
import { isLibraryStale, noteRanked } from '../derived/keep-summary.ts'
import { dateSounds } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { listRelations, noteAllLists } from '../merge/relations.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { rankLibrary } from './library.ts'
import { refreshScores } from './score-refresh.ts'
import { refreshIndex } from './search-refresh.ts'

/** Brings all that is computed from rows up to date, where it is stale. `isWhole`: also what an import keeps up to date. */
export const refreshDerived = async (
  db: DatabaseSync,
  transaction: (work: () => Promise<void>) => Promise<void>,
  onStep: OnProgress,
  { isWhole }: { isWhole: boolean }
): Promise<void> => {
  await transaction(async () => {
    onStep('ranks', 0, 1)
    if (isWhole) db.exec(noteAllLists)
    for (const sql of listRelations) db.exec(sql)
    // Whose collections are shown depends on whose they are.
    db.exec(recountCollections)
    if (isWhole) db.exec(dateSounds)
    if (isWhole || db.prepare(isLibraryStale).get() !== undefined) rankLibrary(db)
    db.exec(noteRanked)
    if (isWhole) for (const sql of summarize) db.exec(sql)
  })
  onStep('scores', 0, 1)
  refreshScores(db)
  refreshIndex(db, (done, total) => onStep('search', done, total))
  await refreshColumns({
    tables: sqliteTables(db),
    transaction,
    onProgress: (done, total) => onStep('columns', done, total)
  })
}
