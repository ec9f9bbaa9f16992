import { run } from '../../engines/search/store.ts'
import * as scores from '../scores/refresh-scores.ts'
import { postgresTables } from './row-tables.ts'
import { alongIndexes } from './search-refresh.ts'
import type { Writing } from './writing.ts'

/** Computes stale scores of creators. */
export const refreshScores = async (writing: Writing): Promise<void> => {
  const tables: scores.ScoreTables = {
    tables: postgresTables(writing),
    transaction: (work) => writing.transaction(async () => work(), alongIndexes)
  }
  await run(scores.refreshScores(), tables)
}
