import type { Awaitable } from '../../core/awaitable.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowChange, RowRead, SqlParameter } from '../../store/tables/row-statements.ts'

type Rows = readonly (readonly SqlParameter[])[]

/** Tables of a database as an import accesses them, many rows at a time. */
export type RowTables = {
  /** First matching row per row of parameters. */
  first(read: RowRead, parameters: Rows): Awaitable<readonly (Cells | undefined)[]>
  /** All matching rows for the rows of parameters. */
  all(read: RowRead, parameters: Rows): Awaitable<readonly (readonly Cells[])[]>
  /** Changes rows. An error may be delayed until the next read or the end of the transaction. */
  change(change: RowChange, parameters: Rows): void
  insert(table: string, columns: readonly string[], rows: Rows): void
}

/** Tables of a database with its transactions, whose statements each read few rows of large tables. */
export type TransactedTables = {
  readonly tables: RowTables
  transaction<T>(work: () => Awaitable<T>): Awaitable<T>
}
