import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { changeSql, type RowSql, readSql } from '../../store/sqlite/row-statements.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowChange, RowRead } from '../../store/tables/row-statements.ts'
import type { RowTables } from './row-tables.ts'
import { arrays } from './sqlite-arrays.ts'

/** Each read is an index lookup in this process, so many reads are a loop. */
export const sqliteTables = (db: DatabaseSync) => {
  const reads = new Map<RowRead, ReturnType<typeof preparedRead>>()
  const preparedRead = (read: RowRead) => {
    const { sql, values } = readSql(read)
    return { values, statement: arrays(db.prepare(sql)) }
  }
  const readOf = (read: RowRead) => reads.get(read) ?? put(reads, read, preparedRead(read))
  const changes = new Map<RowChange | string, ReturnType<typeof preparedChange>>()
  const preparedChange = (change: RowChange | string) => {
    const { sql, values }: RowSql =
      typeof change === 'string' ? { sql: change, values: (row) => row } : changeSql(change)
    return { values, statement: db.prepare(sql) }
  }
  const changeOf = (change: RowChange | string) => changes.get(change) ?? put(changes, change, preparedChange(change))
  return {
    first(read, parameters): (Cells | undefined)[] {
      if (parameters.length === 0) return []
      const { statement, values } = readOf(read)
      return parameters.map((row) => statement.get(...values(row)))
    },
    all(read, parameters): Cells[][] {
      if (parameters.length === 0) return []
      const { statement, values } = readOf(read)
      return parameters.map((row) => statement.all(...values(row)))
    },
    /** A statement with plain parameters, prepared once. */
    prepared: (sql: string): StatementSync => changeOf(sql).statement,
    change(change, parameters): void {
      if (parameters.length === 0) return
      const { statement, values } = changeOf(change)
      for (const row of parameters) statement.run(...values(row))
    },
    insert(table, columns, rows): void {
      const { statement } = changeOf(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
      for (const row of rows) statement.run(...row)
    }
  } satisfies RowTables & { prepared: unknown }
}

const put = <K, V>(values: Map<K, V>, key: K, value: V): V => {
  values.set(key, value)
  return value
}
