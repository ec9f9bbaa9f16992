import { countFields, type ObservedKind, type Sample, type SampledKind } from '../../engines/history/samples.ts'
import { historyOf } from '../../engines/history/series.ts'
import type { CountHistory } from '../../records/count-history.ts'
import type { Cells } from './columns.ts'

/** Samples as both databases store them: one row each, next to the other samples of its post or account. */

export const sampleTables: Readonly<Record<ObservedKind, string>> = { posts: 'post_samples', users: 'user_samples' }

/** Columns of a sample after its row key. A missing time is -1, because it is part of the key. */
export const sampleColumns = (kind: SampledKind): readonly string[] => [
  ...['at', 'source'],
  ...countFields[kind],
  ...['rounded', 'negative']
]

/** Cells of `sampleColumns`. */
export const cellsOfSample = ({ at, source, values, rounded, negative }: Sample): (number | null)[] => [
  at ?? -1,
  source,
  ...values,
  rounded,
  negative
]

const numberOrNull = (cell: unknown): number | null => (typeof cell === 'number' ? cell : null)

/** The sample whose columns begin at `start`. */
export const sampleIn = (kind: SampledKind, cells: Cells, start: number): Sample => {
  const end = start + 2 + countFields[kind].length
  const at = Number(cells[start])
  return {
    at: at < 0 ? null : at,
    source: Number(cells[start + 1]),
    values: cells.slice(start + 2, end).map(numberOrNull),
    rounded: Number(cells[end]),
    negative: Number(cells[end + 1])
  }
}

/** Everything between SELECT and WHERE to read a history: a row per sample, or one without a sample. `from`: the owner's table, with an alias. */
export const historyRows = (kind: ObservedKind, alias: string, from: string): { columns: string; from: string } => ({
  columns: ['o.name', ...sampleColumns(kind).map((column) => `h.${column}`)].join(', '),
  from: `${from} LEFT JOIN ${sampleTables[kind]} h ON h.pk = ${alias}.pk LEFT JOIN sources o ON o.pk = h.source`
})
export const historyOrder = 'h.at, h.source'

/** The history in such rows. */
export const readHistory = (kind: ObservedKind, rows: readonly Cells[]): CountHistory => {
  const names = new Map<number, string>()
  const samples: Sample[] = []
  for (const cells of rows) {
    if (cells[1] === null) continue
    const sample = sampleIn(kind, cells, 1)
    if (typeof cells[0] === 'string') names.set(sample.source, cells[0])
    samples.push(sample)
  }
  return historyOf(samples, (source) => names.get(source) ?? null)
}
