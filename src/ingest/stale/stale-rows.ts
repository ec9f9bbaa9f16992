import { type ColumnTable, groupOf, groupSize } from '../../engines/columnar/column-store.ts'
import { columnKinds, wholeGroup } from '../../store/tables/column-chunks.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { noteRows } from './stale-statements.ts'

/** With this many stale rows, the whole row group is rebuilt. */
export const manyRows = groupSize / 8

/** Marks changed rows as stale, or their whole row group if many of its rows change. */
export const noteStaleRows = (tables: RowTables, table: ColumnTable, pks: Iterable<number>): void => {
  for (const [group, rows] of Map.groupBy(new Set(pks), groupOf)) {
    const places = rows.length < manyRows ? rows.map((pk) => pk % groupSize) : [wholeGroup]
    tables.change(
      noteRows,
      places.map((place) => [columnKinds[table], group, place])
    )
  }
}
