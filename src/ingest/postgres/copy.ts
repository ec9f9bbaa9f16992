import type { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { placeOf } from '../../config/data-location.ts'
import { CommandError } from '../../core/errors.ts'
import { connect, inTransaction } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { PostgresFault } from '../../store/postgres/faults.ts'
import { isEmpty, storeOf } from '../../store/postgres/migrate.ts'
import { addKeys, dropKeys, isDivided, type PostgresTable, storeTables } from '../../store/postgres/schema.ts'
import { checkVersion } from '../../store/postgres/version.ts'
import { openFile } from '../../store/sqlite/data-file.ts'
import { madeUpSource } from '../../store/tables/schema.ts'
import { arrays } from '../sqlite/arrays.ts'
import { copyText } from './copy-text.ts'
import { lockForImport } from './import-lock.ts'
import { dropFormer, dropNext, makeNext, putNextInPlace } from './replacing.ts'

export type CopySummary = { rows: number; posts: number }
type OnProgress = (step: 'rows' | 'indexes', done: number, total: number) => void

/**
 * Copies a whole data set into empty tables row by row, with equal keys, so that cursors stay valid. One transaction; keys and indexes are
 * created after the rows.
 */
export const copyDataset = async (path: string, url: string, onProgress: OnProgress): Promise<CopySummary> => {
  const db = openFile(path)
  try {
    return await inTransaction(url, async (client) => {
      const { partitions } = await ownStore(client, url)
      if (!(await isEmpty(client))) {
        throw new CommandError('the tables already have data; copy needs empty tables')
      }
      return copyTables(db, client, partitions, onProgress)
    })
  } finally {
    db.close()
  }
}

/** The same, replacing existing data in one step. */
export const replaceByCopy = async (path: string, url: string, onProgress: OnProgress): Promise<CopySummary> => {
  const db = openFile(path)
  try {
    const copied = await inTransaction(url, async (client) => {
      const { partitions } = await ownStore(client, url)
      await dropNext(client)
      await makeNext(client, partitions)
      const summary = await copyTables(db, client, partitions, onProgress)
      await putNextInPlace(client)
      return summary
    })
    const client = await connect(url)
    await dropFormer(client).finally(() => client.end())
    return copied
  } finally {
    db.close()
  }
}

const sourceNamed = statement('SELECT 1 FROM sources WHERE name = $1')

/** Whether there is data that cannot be made again. */
export const holdsData = (url: string): Promise<boolean> =>
  inTransaction(url, async (client) => {
    const { rowCount } = await client.query(sourceNamed.text, [madeUpSource])
    return rowCount === 0 && !(await isEmpty(client))
  })

/** The tables, locked against other writers. */
const ownStore = async (client: Client, url: string) => {
  const store = await storeOf(client)
  if (store === null) throw new PostgresFault('unmade')
  checkVersion(store)
  await lockForImport(client, placeOf(url))
  return store
}

const copyTables = async (
  db: DatabaseSync,
  client: Client,
  partitions: number,
  onProgress: OnProgress
): Promise<CopySummary> => {
  const tables = storeTables()
  // Truncated again: rows written to a table created or truncated in the same transaction need no later visibility pass.
  await client.query(`TRUNCATE ${tables.map(({ name }) => name)}; SET LOCAL maintenance_work_mem = '256MB'`)
  for (const sql of tables.flatMap(dropKeys)) await client.query(sql)

  const countOf = (table: PostgresTable) => Number(db.prepare(`SELECT count(*) AS n FROM ${table.name}`).get()?.n)
  const counts = tables.map(countOf)
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    const options = isDivided(table, partitions) ? '' : ' WITH (FREEZE)'
    const rows = arrays(db.prepare(`SELECT ${columns} FROM ${table.name}`)).iterate()
    const text = copyText(rows, (count) => onProgress('rows', done + count, total))
    await pipeline(Readable.from(text), client.query(copyFrom(`COPY ${table.name} (${columns}) FROM STDIN${options}`)))
    done += counts[tables.indexOf(table)] ?? 0
  }

  const statements = [
    ...tables.flatMap((table) => [...addKeys(table, partitions), ...table.indexes.map(({ sql }) => sql)]),
    `ANALYZE ${tables.map(({ name }) => name)}`
  ]
  for (const [index, sql] of statements.entries()) {
    onProgress('indexes', index, statements.length)
    await client.query(sql)
  }
  onProgress('indexes', statements.length, statements.length)
  return { rows: total, posts: counts[tables.findIndex(({ name }) => name === 'all_posts')] ?? 0 }
}
