import type { Distribution, HistogramScale } from '../../records/distribution.ts'
import { groupSize } from './column-store.ts'
import { copyNumbers } from './decoded-chunks.ts'
import type { RowList } from './list.ts'
import { Quantiles } from './quantiles.ts'
import type { RowGroup } from './row-group.ts'
import type { Selection } from './selection.ts'

/** Distribution of the numbers of a column over the rows of a list; null if no number is known. */
export const distributionOf = async (
  list: RowList,
  slot: number,
  scale: HistogramScale
): Promise<Distribution | null> => {
  const quantiles = new Quantiles(scale)
  const values = new Float64Array(groupSize)
  const passNumbers = (take: (values: Float64Array) => void) => (group: RowGroup, selection: Selection) => {
    const rows = selection.written()
    copyNumbers(group.numbers(slot), rows, values)
    take(values.subarray(0, rows.length))
  }
  await list.walk({ visit: passNumbers((values) => quantiles.count(values)) })
  if (quantiles.choose()) await list.walk({ visit: passNumbers((values) => quantiles.keep(values)) })
  return quantiles.result()
}
