import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { changeText, readText } from '../../store/sqlite/row-statements.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { Parameter, RowChange, RowRead } from '../../store/tables/row-statements.ts'
import type { RowTables } from '../merge/row-tables.ts'
import { arrays } from './arrays.ts'

/** Each read is an index lookup in this process, so many reads are a loop. */
export const sqliteTables = (db: DatabaseSync) => {
  const reads = new Map<RowRead, ReturnType<typeof arrays>>()
  const readOf = (read: RowRead) => {
    let statement = reads.get(read)
    if (statement === undefined) {
      statement = arrays(db.prepare(readText(read)))
      reads.set(read, statement)
    }
    return statement
  }
  const changes = new Map<RowChange | string, StatementSync>()
  const changeOf = (change: RowChange | string): StatementSync => {
    let statement = changes.get(change)
    if (statement === undefined) {
      statement = db.prepare(typeof change === 'string' ? change : changeText(change))
      changes.set(change, statement)
    }
    return statement
  }
  return {
    first(read, parameters): (Cells | undefined)[] {
      if (parameters.length === 0) return []
      const statement = readOf(read)
      return parameters.map((row) => statement.get(...row))
    },
    all(read, parameters): Cells[][] {
      if (parameters.length === 0) return []
      const statement = readOf(read)
      return parameters.map((row) => statement.all(...row))
    },
    run(sql: string, ...values: Parameter[]): void {
      changeOf(sql).run(...values)
    },
    change(change, parameters): void {
      if (parameters.length === 0) return
      const statement = changeOf(change)
      for (const row of parameters) statement.run(...row)
    },
    insert(table, columns, rows): void {
      const statement = changeOf(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
      for (const row of rows) statement.run(...row)
    }
  } satisfies RowTables & { run: unknown }
}
