import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Cells } from '../../store/tables/columns.ts'

/** A statement whose rows are arrays, which its declaration lacks. */
export const arrays = (statement: StatementSync) => {
  statement.setReturnArrays(true)
  return statement as unknown as {
    get(...values: SQLInputValue[]): Cells | undefined
    all(...values: SQLInputValue[]): Cells[]
    iterate(...values: SQLInputValue[]): IteratorObject<Cells>
  }
}
