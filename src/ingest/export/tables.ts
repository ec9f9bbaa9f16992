import { statSync } from 'node:fs'
import type { StatementSync } from 'node:sqlite'
import type { Awaitable } from '../../core/awaitable.ts'
import { openFile } from '../../store/sqlite/data-file.ts'
import type { Cells } from '../../store/tables/columns.ts'

/** The tables of a data set as they were when they were opened, whoever writes meanwhile. */
export type Tables = {
  /** Tells one state of the data from another. */
  readonly version: string
  rows(sql: string, ...parameters: readonly (string | number)[]): Awaitable<readonly Cells[]>
  close(): void | Promise<void>
}

export const openTables = (path: string): Tables => {
  const db = openFile(path)
  const { ino, mtimeMs, size } = statSync(path)
  const statements = new Map<string, StatementSync>()
  db.exec('BEGIN')
  return {
    version: [ino, mtimeMs, size].join(' '),
    rows(sql, ...parameters) {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = db.prepare(sql)
        statement.setReturnArrays(true)
        statements.set(sql, statement)
      }
      // The declarations know nothing of rows as arrays.
      return statement.all(...parameters) as unknown as readonly Cells[]
    },
    close() {
      statements.clear()
      db.close()
    }
  }
}

/** The same in a PostgreSQL: of several servers, the first. */
export const openStore = async (url: string): Promise<Tables> => {
  const { openSnapshot } = await import('../postgres/snapshot.ts')
  const { generation, rows, close } = await openSnapshot(url)
  return { version: generation, rows, close }
}
