import { keysOf } from '../../core/keys-of.ts'
import { groupSize } from '../../engines/columnar/column-store.ts'
import { growthOf, leastTrendCount, trendWindows } from '../../engines/history/growth.ts'
import { countFields, type ObservedKind, type Sample } from '../../engines/history/samples.ts'
import { historyOf } from '../../engines/history/series.ts'
import { growthColumns } from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { type RowRead, rowRead } from '../../store/tables/row-statements.ts'
import { sampleTables } from '../../store/tables/stored-samples.ts'
import type { GroupColumns } from './group-columns.ts'

/** Growth columns, from samples. They are unknown for rows without samples, and a chunk of unknown numbers takes a few bytes. */

/** The first count of each sample, whose growth is computed: plays of posts, followers of accounts. */
const grown = (kind: ObservedKind): RowRead =>
  rowRead(
    { from: 'bigint', to: 'bigint' },
    ({ from, to }) => `SELECT s.pk, s.at, s.source, s.${countFields[kind][0]}, s.rounded FROM ${sampleTables[kind]} s
    WHERE s.pk >= ${from} AND s.pk < ${to} AND s.at >= 0`,
    'pk, at, source'
  )
export const grownOfRows: Readonly<Record<ObservedKind, RowRead>> = { posts: grown('posts'), users: grown('users') }

const windows = keysOf(growthColumns)

/** Rows whose samples are read at a time: long histories of a whole row group would take too much memory. */
const rowsAtOnce = 256

/** Parts of a row group whose samples are read together. */
export function* grownParts(group: number): Generator<readonly [from: number, to: number]> {
  const end = (group + 1) * groupSize
  for (let from = group * groupSize; from < end; from += rowsAtOnce) yield [from, from + rowsAtOnce]
}

/** Sets the growth of some rows for each window. `rows`: their samples. */
export const putTrends = (columns: GroupColumns, rows: readonly Cells[]): void => {
  for (let start = 0; start < rows.length; ) {
    const [pk] = rows[start] ?? []
    const samples: Sample[] = []
    for (; rows[start]?.[0] === pk; start += 1) samples.push(firstCount(rows[start] ?? []))
    const row = Number(pk) % groupSize
    if (row >= columns.rows) continue
    const { points } = historyOf(samples, () => null)
    for (const window of windows) {
      const growth = growthOf(points, 0, trendWindows[window])
      if (growth?.leastRate == null) continue
      const { rate, rankedAt } = growthColumns[window]
      columns.setNumber(rate, row, growth.leastRate)
      if (growth.earlier.count >= leastTrendCount) columns.setNumber(rankedAt, row, growth.later.at)
    }
  }
}

const firstCount = ([, at, source, count, rounded]: Cells): Sample => ({
  at: Number(at),
  source: Number(source),
  values: [typeof count === 'number' ? count : null],
  rounded: Number(rounded) & 1,
  negative: 0
})
