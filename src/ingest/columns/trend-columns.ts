import { groupSize } from '../../columnar/column-store.ts'
import { decodeThings } from '../../history/encoding.ts'
import { growthOf, leastTrendCount, type TrendWindow, trendWindows } from '../../history/growth.ts'
import { countFields } from '../../history/samples.ts'
import { historyOf } from '../../history/series.ts'
import { growthColumns } from '../../store/tables/column-chunks.ts'
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

// The keys of a record are of its key type.
const windows = Object.keys(growthColumns) as TrendWindow[]

/** Puts the growth of each row by window: that of plays and followers, which are the first fields. */
export const putTrends = (columns: GroupColumns, kind: Grown, blocks: readonly Cells[]): void => {
  for (const [block, data] of blocks) {
    if (!(data instanceof Uint8Array)) continue
    for (const { thing, samples } of decodeThings(data, countFields[kind].length)) {
      const row = (Number(block) * blockSize + thing) % groupSize
      const { points } = historyOf(samples, () => null)
      if (row >= columns.rows) continue
      for (const window of windows) {
        const growth = growthOf(points, 0, trendWindows[window])
        if (growth?.leastRate == null) continue
        const { rate, rankedAt } = growthColumns[window]
        columns.setNumber(rate, row, growth.leastRate)
        if (growth.from.count >= leastTrendCount) columns.setNumber(rankedAt, row, growth.to.at)
      }
    }
  }
}
