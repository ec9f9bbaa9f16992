import { groupSize } from '../../columnar/column-store.ts'
import { decodeThings } from '../../history/encoding.ts'
import { trendOf, trendWindows } from '../../history/growth.ts'
import { countFields } from '../../history/samples.ts'
import { pointsOf } from '../../history/series.ts'
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

/** Puts the time of the newest sample of each row, and its growth by window. */
export const putTrends = (columns: GroupColumns, kind: Grown, blocks: readonly Cells[]): void => {
  for (const [block, data] of blocks) {
    if (!(data instanceof Uint8Array)) continue
    for (const { thing, samples } of decodeThings(data, countFields[kind].length)) {
      const row = (Number(block) * blockSize + thing) % groupSize
      const points = pointsOf(samples, () => null)
      const newest = points.at(-1)
      if (row >= columns.rows || newest === undefined) continue
      columns.setNumber('sampled_at', row, newest.at)
      columns.setNumber('growth_day', row, trendOf(points, kind, trendWindows.DAY) ?? Number.NaN)
      columns.setNumber('growth_week', row, trendOf(points, kind, trendWindows.WEEK) ?? Number.NaN)
      columns.setNumber('growth_month', row, trendOf(points, kind, trendWindows.MONTH) ?? Number.NaN)
    }
  }
}
