import type { Awaitable } from '../../core/awaitable.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { Parameter, RowChange, RowRead } from '../../store/tables/row-statements.ts'

type Rows = readonly (readonly Parameter[])[]

/** The tables of a database as an import reads and writes them, many rows at a time. */
export type RowTables = {
  /** The first row that is found for each row of parameters. */
  first(read: RowRead, parameters: Rows): Awaitable<readonly (Cells | undefined)[]>
  /** All rows that are found for each row of parameters. */
  all(read: RowRead, parameters: Rows): Awaitable<readonly (readonly Cells[])[]>
  /** May fail later: then the next read fails, or the transaction. */
  change(change: RowChange, parameters: Rows): void
  insert(table: string, columns: readonly string[], rows: Rows): void
}
