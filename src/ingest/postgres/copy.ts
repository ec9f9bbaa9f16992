import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { placeOf } from '../../core/config/data-location.ts'
import { CommandError } from '../../core/errors.ts'
import { inTransaction } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { PostgresFault } from '../../store/postgres/faults.ts'
import { lockForImport } from '../../store/postgres/import-lock.ts'
import { isEmpty, storeOf } from '../../store/postgres/migrate.ts'
import { addKeys, dropKeys, isDivided, storeTables } from '../../store/postgres/schema.ts'
import { checkVersion } from '../../store/postgres/version.ts'
import { FileSnapshot } from '../../store/sqlite/snapshot.ts'
import { madeUpSource } from '../../store/tables/schema.ts'
import type { Contents } from '../merge/replaced.ts'
import { countOf, rowsOf } from '../sqlite/table-rows.ts'
import { copyText } from './copy-text.ts'

export type CopySummary = { rows: number; posts: number }
export type OnCopied = (step: 'rows' | 'indexes', done: number, total: number) => void

/**
 * Copies a whole data set into empty tables row by row, with equal keys, so that cursors stay valid. One transaction; keys and indexes are
 * created after the rows.
 */
export const copyDataset = async (path: string, url: string, onProgress: OnCopied): Promise<CopySummary> => {
  const data = new FileSnapshot(path)
  try {
    return await inTransaction(url, async (client) => {
      const { partitions } = await ownStore(client, url)
      if (!(await isEmpty(client))) {
        throw new CommandError('the tables already have data; copy needs empty tables')
      }
      return copyTables(data, client, partitions, onProgress)
    })
  } finally {
    data.close()
  }
}

const sourceNamed = statement('SELECT 1 FROM sources WHERE name = $1')

const countedPosts = statement('SELECT count(*)::int AS posts FROM all_posts')

/** What the tables have; null when they are empty. */
export const contentsIn = async (client: Client): Promise<Contents | null> => {
  if (await isEmpty(client)) return null
  const isMadeUp = (await client.query(sourceNamed.text, [madeUpSource])).rowCount !== 0
  // Nobody asks about others, and counting millions takes its time.
  const rows = isMadeUp ? (await client.query<{ posts: number }>(countedPosts.text)).rows : []
  return { isMadeUp, posts: rows[0]?.posts ?? null }
}

/** The tables, locked against other writers. */
const ownStore = async (client: Client, url: string) => {
  const store = await storeOf(client)
  if (store === null) throw new PostgresFault('unmade')
  checkVersion(store.version)
  await lockForImport(client, placeOf(url))
  return store
}

const copyTables = async (
  data: FileSnapshot,
  client: Client,
  partitions: number,
  onProgress: OnCopied
): Promise<CopySummary> => {
  const tables = storeTables()
  // Truncated again: rows written to a table created or truncated in the same transaction need no later visibility pass.
  await client.query(`TRUNCATE ${tables.map(({ name }) => name)}; SET LOCAL maintenance_work_mem = '256MB'`)
  for (const sql of tables.flatMap(dropKeys)) await client.query(sql)

  const counts = tables.map((table) => countOf(data, table))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    const options = isDivided(table, partitions) ? '' : ' WITH (FREEZE)'
    const text = copyText(rowsOf(data, table), (count) => onProgress('rows', done + count, total))
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
