import { groupOf, groupSize } from '../../columnar/column-store.ts'
import { encodeThings, type ThingSamples } from '../../history/encoding.ts'
import { countFields, mergeSamples, type Sample, type SampledKind } from '../../history/samples.ts'
import { sampledKinds } from '../../store/tables/sample-blocks.ts'
import type { RowTables } from '../merge/row-tables.ts'

/** Samples of a row; without any, those it had are removed. */
type Added = { pk: number; samples: readonly Sample[] }

const columns = ['kind', 'row_group', 'batch', 'data']

/**
 * Appends samples to `new_samples`, where they wait to be merged into blocks: an append costs the same however many samples a row has.
 * `last`: the last batch that waits there. Each call is a batch, because a later one may remove what an earlier one added.
 */
export const newSamples = (tables: RowTables, last: number): ((kind: SampledKind, rows: readonly Added[]) => void) => {
  let batch = last
  return (kind, rows) => {
    if (rows.length === 0) return
    batch += 1
    const groups = new Map<number, ThingSamples[]>()
    for (const { pk, samples } of rows.toSorted((a, b) => a.pk - b.pk)) {
      const group = groupOf(pk)
      const things = groups.get(group)
      const own = { thing: pk % groupSize, samples: samples.length > 1 ? mergeSamples(samples) : samples }
      if (things === undefined) groups.set(group, [own])
      else things.push(own)
    }
    const fields = countFields[kind].length
    tables.insert(
      'new_samples',
      columns,
      [...groups].map(([group, things]) => [sampledKinds[kind], group, batch, encodeThings(things, fields)])
    )
  }
}
