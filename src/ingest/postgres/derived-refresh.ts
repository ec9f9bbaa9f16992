import { statement } from '../../store/postgres/database.ts'
import { summarize } from '../../store/tables/summary.ts'
import { refreshColumns } from '../columns/refresh-columns.ts'
import { dateSounds } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { listRelations } from '../merge/relations.ts'
import { rankLibrary } from './library.ts'
import { postgresTables } from './row-tables.ts'
import { refreshScores } from './score-refresh.ts'
import { refreshIndex } from './search-refresh.ts'
import { ofBatches, type Writing } from './writing.ts'

const listedRelations = listRelations.map((text) => statement(text))
const datedSounds = statement(dateSounds)
const summarizing = summarize.map((text) => statement(text))

/** Brings all that is computed from rows up to date, where it is stale. */
export const refreshDerived = async (writing: Writing, onStep: OnProgress): Promise<void> => {
  onStep('ranks', 0, 1)
  await writing.transaction(async () => {
    writing.send(datedSounds)
    for (const statement of [...listedRelations, ...rankLibrary, ...summarizing]) writing.send(statement)
  })
  onStep('scores', 0, 1)
  await refreshScores(writing)
  await refreshIndex(writing, (done, total) => onStep('search', done, total))
  await refreshColumns({
    tables: postgresTables(writing),
    transaction: (work) => writing.transaction(work, ofBatches),
    onProgress: (done, total) => onStep('columns', done, total)
  })
}
