import { type Awaitable, andThen } from '../../core/awaitable.ts'
import {
  hasSameCounts,
  joinSamples,
  mergeSamples,
  type ObservedKind,
  type Sample
} from '../../engines/history/samples.ts'
import { cellsOfSample, sampleColumns, sampleIn, sampleTables } from '../../store/tables/stored-samples.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { samplesOf } from './sample-statements.ts'

/** Samples of a row. `isNew`: it has none yet. */
export type AddedSamples = { readonly pk: number; readonly isNew: boolean; readonly samples: readonly Sample[] }

/** Adds samples to the stored ones, joined by time and source, and returns the rows whose samples changed. */
export const addSamples = (
  tables: RowTables,
  kind: ObservedKind,
  rows: readonly AddedSamples[]
): Awaitable<readonly number[]> => {
  const { known, change } = samplesOf[kind]
  const added: (number | null)[][] = []
  const asked: { pk: number; sample: Sample }[] = []
  const pks = new Set<number>()
  for (const { pk, isNew, samples } of rows) {
    for (const sample of samples.length > 1 ? mergeSamples(samples) : samples) {
      if (!isNew) {
        asked.push({ pk, sample })
        continue
      }
      pks.add(pk)
      added.push([pk, ...cellsOfSample(sample)])
    }
  }
  const keys = asked.map(({ pk, sample }) => [pk, sample.at ?? -1, sample.source])
  return andThen(tables.first(known, keys), (found) => {
    const changed: (number | null)[][] = []
    for (const [index, { pk, sample }] of asked.entries()) {
      const cells = found[index]
      const before = cells === undefined ? null : sampleIn(kind, cells, 0)
      const joined = before === null ? sample : joinSamples(before, sample)
      if (before !== null && hasSameCounts(before, joined)) continue
      pks.add(pk)
      ;(before === null ? added : changed).push([pk, ...cellsOfSample(joined)])
    }
    tables.insert(sampleTables[kind], ['pk', ...sampleColumns(kind)], added)
    tables.change(change, changed)
    return [...pks]
  })
}
