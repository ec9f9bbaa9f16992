import { statSync } from 'node:fs'
import type { StatementSync } from 'node:sqlite'
import type { Awaitable } from '../../core/awaitable.ts'
import { openFile } from '../../store/sqlite/data-file.ts'
import type { Cells } from '../../store/tables/columns.ts'

/** Tables of a data set as of opening, regardless of concurrent writers. */
export type Tables = {
  /** Identifies the state of the data. */
  readonly version: string
  rows(sql: string, ...parameters: readonly (string | number)[]): Awaitable<readonly Cells[]>
  close(): void | Promise<void>
}

/** Lines of a whole export of one kind, and the key behind which the next ones start. */
export type LinePages = AsyncGenerator<{ lines: readonly object[]; behind: readonly (string | number)[] }>

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
      // The declarations lack rows as arrays.
      return statement.all(...parameters) as unknown as readonly Cells[]
    },
    close() {
      statements.clear()
      db.close()
    }
  }
}

/** The same for PostgreSQL, from the first of several servers. */
export const openStore = async (url: string): Promise<Tables> => {
  const { openSnapshot } = await import('../postgres/snapshot.ts')
  const { generation, rows, close } = await openSnapshot(url)
  return { version: generation, rows, close }
}
