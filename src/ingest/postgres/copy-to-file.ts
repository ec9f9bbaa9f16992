import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type PostgresTable, storeTables } from '../../store/postgres/schema.ts'
import { openSnapshot, type Snapshot } from '../../store/postgres/snapshot.ts'
import { makeNewFile } from '../../store/sqlite/backup.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { indexes, tables as tablesSql } from '../../store/tables/schema.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import type { CopySummary, OnCopied } from './copy.ts'

/** Copies a whole data set from PostgreSQL into a new file row by row, with equal keys, so that cursors stay valid. */
export const copyToFile = async (url: string, path: string, onProgress: OnCopied): Promise<CopySummary> => {
  const data = await openSnapshot(url)
  try {
    let summary: CopySummary = { rows: 0, posts: 0 }
    await makeNewFile(path, async (temporary) => {
      // Tables come in any order, so references may precede their targets.
      const db = new DatabaseSync(temporary, { enableForeignKeyConstraints: false })
      try {
        summary = await copyTables(data, db, onProgress)
      } finally {
        db.close()
      }
    })
    return summary
  } finally {
    await data.close()
  }
}

const copyTables = async (data: Snapshot, db: DatabaseSync, onProgress: OnCopied): Promise<CopySummary> => {
  // The file gets its name when it is complete.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
  db.exec(`${tablesSql}; BEGIN`)
  const tables = storeTables()
  const counts: number[] = []
  for (const { name } of tables) counts.push(Number((await data.rows(`SELECT count(*) FROM ${name}`))[0]?.[0]))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const table of tables) {
    const inserts = new Inserts(
      db,
      table.name,
      table.columns.map(({ name }) => name)
    )
    for await (const rows of rowsOf(data, table)) {
      for (const row of rows) inserts.add(...(row as readonly SQLInputValue[]))
      done += rows.length
      onProgress('rows', done, total)
    }
    inserts.finish()
  }
  onProgress('indexes', 0, 1)
  db.exec(indexes + searchIndexes)
  onProgress('indexes', 1, 1)
  await data.confirm()
  db.exec(`COMMIT; PRAGMA user_version = ${schemaVersion}`)
  return { rows: total, posts: counts[tables.findIndex(({ name }) => name === 'all_posts')] ?? 0 }
}

const rowsAtOnce = 2_000

/** All rows of a table along its primary key, so that the file grows at its end. */
async function* rowsOf(data: Snapshot, { name, columns, keys }: PostgresTable): AsyncGenerator<readonly Cells[]> {
  const key = keys.find(({ kind }) => kind === 'PRIMARY KEY')?.columns
  const order = key === undefined ? '' : ` ORDER BY ${key}`
  await data.rows(`DECLARE copied CURSOR FOR SELECT ${columns.map((column) => column.name)} FROM ${name}${order}`)
  const next = () => data.rows(`FETCH ${rowsAtOnce} FROM copied`)
  for (let rows = await next(); rows.length > 0; rows = await next()) yield rows
  await data.rows('CLOSE copied')
}
