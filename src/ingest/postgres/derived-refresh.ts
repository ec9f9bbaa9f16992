import { statement } from '../../store/postgres/database.ts'
import { recountCollections, summarize } from '../../store/tables/summary.ts'
import { refreshColumns } from '../columns/refresh-columns.ts'
import { isLibraryStale, noteRanked } from '../derived/keep-summary.ts'
import { dateSounds } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { listRelations, noteAllLists } from '../merge/relations.ts'
import { rankLibrary } from './library.ts'
import { postgresTables } from './row-tables.ts'
import { refreshScores } from './score-refresh.ts'
import { refreshIndex } from './search-refresh.ts'
import { ofBatches, type Writing } from './writing.ts'

const listedRelations = listRelations.map((text) => statement(text))
const notedLists = statement(noteAllLists)
const datedSounds = statement(dateSounds)
const summarizing = summarize.map((text) => statement(text))

const staleLibrary = statement(isLibraryStale)
const rankedLibrary = [...rankLibrary, statement(noteRanked)]
const recountedCollections = statement(recountCollections)

/** Brings all that is computed from rows up to date, where it is stale. `isWhole`: also what an import keeps up to date. */
export const refreshDerived = async (
  writing: Writing,
  onStep: OnProgress,
  { isWhole }: { isWhole: boolean }
): Promise<void> => {
  onStep('ranks', 0, 1)
  const [stale] = await writing.rows(staleLibrary)
  const always = [...listedRelations, recountedCollections]
  const library = isWhole || stale !== undefined ? rankedLibrary : []
  const before = isWhole ? [notedLists, datedSounds] : []
  await writing.transaction(async () => {
    for (const each of [...before, ...always, ...library, ...(isWhole ? summarizing : [])]) writing.send(each)
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
