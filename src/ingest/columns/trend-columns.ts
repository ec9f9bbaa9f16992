import { groupSize } from '../../columnar/column-store.ts'
import type { GrowthNumber } from '../../filters/fields.ts'
import { decodeThings } from '../../history/encoding.ts'
import { storedRate, trendOf, trendWindows } from '../../history/growth.ts'
import { countFields } from '../../history/samples.ts'
import { historyOf } from '../../history/series.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { type RowRead, rowRead } from '../../store/tables/row-statements.ts'
import { blockSize, blocksOfRows } from '../../store/tables/sample-blocks.ts'
import type { GroupColumns } from './group-columns.ts'

/** Columns of rows that have samples. Samples of other rows are unknown numbers, and a chunk of those takes a few bytes. */

/** Kinds whose growth is a column. */
type Grown = 'posts' | 'users'

/** Blocks of samples from one row group up to before another: the block, and its data. */
const blocksOf = (kind: Grown): RowRead =>
  rowRead({ from: 'bigint', to: 'bigint' }, ({ from, to }) =>
    blocksOfRows(kind, `${from} * ${groupSize}`, `${to} * ${groupSize}`)
  )

export const blocksOfGroup: Readonly<Record<Grown, RowRead>> = { posts: blocksOf('posts'), users: blocksOf('users') }

const windows = [
  ['growth_day', trendWindows.DAY],
  ['growth_week', trendWindows.WEEK],
  ['growth_month', trendWindows.MONTH]
] as const satisfies readonly (readonly [GrowthNumber, number])[]

/** Puts the time of the newest sample of each row, and its growth by window. */
export const putTrends = (columns: GroupColumns, kind: Grown, blocks: readonly Cells[]): void => {
  for (const [block, data] of blocks) {
    if (!(data instanceof Uint8Array)) continue
    for (const { thing, samples } of decodeThings(data, countFields[kind].length)) {
      const row = (Number(block) * blockSize + thing) % groupSize
      const { points } = historyOf(samples, () => null)
      const newest = points.at(-1)
      if (row >= columns.rows || newest === undefined) continue
      columns.setNumber('sampled_at', row, newest.at)
      for (const [name, seconds] of windows) {
        const rate = trendOf(points, kind, seconds)
        columns.setNumber(name, row, rate === null ? Number.NaN : storedRate(rate))
      }
    }
  }
}
