import { run } from '../../engines/search/store.ts'
import { statement } from '../../store/postgres/database.ts'
import { recountCollections, summarize } from '../../store/tables/summary.ts'
import { refreshColumns } from '../columns/refresh-columns.ts'
import { isLibraryStale, noteRanked } from '../derived/keep-summary.ts'
import { dateSounds } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { listRelations, noteAllLists } from '../merge/relations.ts'
import { refreshScores } from '../scores/refresh-scores.ts'
import { noteUnscored } from '../scores/score-statements.ts'
import type { TransactedTables } from '../tables/row-tables.ts'
import { rankLibrary } from './library.ts'
import { postgresTables } from './row-tables.ts'
import { alongIndexes, refreshIndex } from './search-refresh.ts'
import { ofBatches, type Writing } from './writing.ts'

const listedRelations = listRelations.map((text) => statement(text))
const notedLists = statement(noteAllLists)
const datedSounds = statement(dateSounds)
const summarizing = summarize.map((text) => statement(text))

const staleLibrary = statement(isLibraryStale)
const rankedLibrary = [...rankLibrary, statement(noteRanked)]
const recountedCollections = statement(recountCollections)
const notedUnscored = statement(noteUnscored)

/** Brings all that is computed from rows up to date, where it is stale. `isWhole`: also what an import keeps up to date. */
export const refreshDerived = async (
  writing: Writing,
  onStep: OnProgress,
  { isWhole }: { isWhole: boolean }
): Promise<void> => {
  onStep('ranks', 0, 1)
  const [stale] = await writing.rows(staleLibrary)
  const always = [...listedRelations, recountedCollections, notedUnscored]
  const library = isWhole || stale !== undefined ? rankedLibrary : []
  const before = isWhole ? [notedLists, datedSounds] : []
  await writing.transaction(async () => {
    for (const each of [...before, ...always, ...library, ...(isWhole ? summarizing : [])]) writing.send(each)
  })
  onStep('scores', 0, 1)
  await run(refreshScores(), transacted(writing, alongIndexes))
  await refreshIndex(writing, (done, total) => onStep('search', done, total))
  await run(
    refreshColumns((done, total) => onStep('columns', done, total)),
    transacted(writing, ofBatches)
  )
}

const transacted = (writing: Writing, settings: string): TransactedTables => ({
  tables: postgresTables(writing),
  transaction: (work) => writing.transaction(async () => work(), settings)
})
