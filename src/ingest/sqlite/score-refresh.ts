import type { DatabaseSync } from 'node:sqlite'
import { run } from '../../engines/search/store.ts'
import { atOnce } from '../../store/sqlite/search.ts'
import * as scores from '../scores/refresh-scores.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { inTransaction } from './search-refresh.ts'

/** Computes stale scores of creators, in its own transactions if the caller has none. */
export const refreshScores = (db: DatabaseSync): void => {
  const tables: scores.ScoreTables = {
    tables: sqliteTables(db),
    transaction: (work) => inTransaction(db, () => atOnce(work()))
  }
  atOnce(run(scores.refreshScores(), tables))
}
