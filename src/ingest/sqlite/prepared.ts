import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Cells } from '../../store/tables/columns.ts'

/** What is asked of a database by the texts of statements, each of which is prepared once. Rows are arrays of cells. */
export const preparing = (db: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }
  return {
    prepared,
    // The declarations know nothing of rows as arrays.
    get: (sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as unknown as Cells | undefined,
    all: (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as unknown as Cells[]
  }
}
