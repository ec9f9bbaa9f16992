import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withTemporaryFolder } from '../../core/temporary-folder.ts'
import { run } from '../../engines/search/store.ts'
import { statement } from '../../store/postgres/database.ts'
import { tables } from '../../store/tables/schema.ts'
import { buildIndex } from '../index/build-index.ts'
import { limits, type RefreshLimits } from '../index/refresh-limits.ts'
import { counts, refreshSearch, type SearchTables, searchTableNames } from '../index/refresh-search.ts'
import { renewGeneration } from '../stale/generation.ts'
import { noteAllGroups } from '../stale/stale-statements.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { postgresIndexStore } from './index-store.ts'
import { postgresTables } from './row-tables.ts'
import { renewSuggestions } from './suggestion-refresh.ts'
import type { Writing } from './writing.ts'

const counting = statement(counts)
const notedGroups = statement(noteAllGroups)

/** Runs `refreshSearch`. A rebuild is one transaction too. */
export const refreshIndex = async (
  writing: Writing,
  onProgress: (done: number, total: number) => void = () => {},
  refreshLimits: RefreshLimits = limits
): Promise<void> => {
  const search: SearchTables = {
    tables: postgresTables(writing),
    counts: async () => (await writing.rows(counting))[0],
    indexStore: () => postgresIndexStore(writing),
    build: (posts) => buildAnew(writing, posts, onProgress),
    makeSuggestions: () => renewSuggestions(writing),
    transaction: (work) => writing.transaction(async () => work()),
    round: (work) => writing.transaction(async () => work(), alongIndexes)
  }
  await run(refreshSearch(onProgress, refreshLimits), search)
}

/** Settings of a transaction whose statements each read few rows of large tables. */
export const alongIndexes = ['seqscan', 'hashjoin', 'mergejoin']
  .map((way) => `SET LOCAL enable_${way} = 'off'`)
  .join('; ')

const emptyingSearch = searchTableNames.map((table) => [table, statement(`DELETE FROM ${table}`)] as const)

/** Columns the index is built from. */
const read: Readonly<Record<string, readonly string[]>> = {
  all_posts: [
    ...['pk', 'post_id', 'plays', 'created_at', 'author_pk', 'place_pk', 'sound_pk', 'is_hidden'],
    ...['caption', 'hashtags']
  ],
  users: ['pk', 'user_id', 'handle', 'username', 'display_name', 'bio', 'followers', 'is_private'],
  sounds: ['pk', 'title', 'author'],
  places: ['pk', 'name', 'address'],
  all_live_rooms: [
    ...['pk', 'room_id', 'user_pk', 'status', 'title', 'viewer_count'],
    ...['streamer_handle', 'collected_at', 'older']
  ]
}

const rowsAtOnce = 5_000

/** How each table is read page by page, along its key. Which live rooms are shown depends on handles, which are not read. */
const reading = Object.entries(read).map(([table, columns]) => ({
  table,
  columns,
  page: statement(
    `SELECT ${columns} FROM ${table === 'all_live_rooms' ? 'live_rooms' : table} WHERE pk > $1 ORDER BY pk LIMIT ${rowsAtOnce}`
  )
}))

/**
 * Builds the index with the embedded builder in a temporary file: source columns and results are streamed. Readers have the former index
 * until the new one is complete.
 */
const buildAnew = (writing: Writing, posts: number, onProgress: (done: number, total: number) => void): Promise<void> =>
  withTemporaryFolder(async (folder) => {
    const db = new DatabaseSync(join(folder, 'index.db'))
    try {
      db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4096')
      db.exec(tables)
      for (const table of reading) await fetchTable(writing, db, table)
      db.exec('BEGIN')
      buildIndex({ rows: db, into: db, onPosts: (done) => onProgress(done, posts) })
      db.exec('COMMIT')
      await writing.transaction(async () => {
        for (const [table, emptying] of emptyingSearch) {
          writing.send(emptying)
          const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
          const names = columns.map(({ name }) => String(name))
          writing.copy(table, names, arrays(db.prepare(`SELECT ${names} FROM ${table}`)).iterate())
        }
        await renewSuggestions(writing)
        writing.send(notedGroups)
        renewGeneration(postgresTables(writing))
      })
    } finally {
      db.close()
    }
  })

/** Reads some columns of a table, along its key. */
const fetchTable = async (
  writing: Writing,
  db: DatabaseSync,
  { table, columns, page }: (typeof reading)[number]
): Promise<void> => {
  db.exec(`DROP TABLE ${table}; CREATE TABLE ${table} (pk INTEGER PRIMARY KEY, ${columns.slice(1)}); BEGIN`)
  const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
  for (let last = 0; ; ) {
    const rows = await writing.rows(page, last)
    for (const cells of rows) insert.run(...cells)
    last = Number(rows.at(-1)?.[0])
    if (rows.length < rowsAtOnce) break
  }
  db.exec('COMMIT')
}
