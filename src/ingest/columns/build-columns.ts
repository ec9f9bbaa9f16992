import type { DatabaseSync } from 'node:sqlite'
import { encodeNumbers } from '../../engines/columnar/chunks.ts'
import { type ColumnTable, groupOf, groupSize } from '../../engines/columnar/column-store.ts'
import type { NumberReader } from '../../engines/search/numbers.ts'
import { chunkId, columnKinds, columnNames } from '../../store/tables/column-chunks.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { SpillFile } from '../tables/spill-file.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { GroupColumns } from './group-columns.ts'
import { groupRows } from './group-rows.ts'
import { grownOfRows, grownParts, putTrends } from './trend-columns.ts'

/** Calls back with each hashtag of the posts of a row group. Groups come in order. */
export type HashtagsOfGroup = (group: number, onHashtag: (row: number, hashtag: number) => void) => void

const lastRows: Readonly<Record<ColumnTable, string>> = {
  posts: 'SELECT max(pk) AS last FROM all_posts',
  users: 'SELECT max(pk) AS last FROM users',
  sounds: 'SELECT max(pk) AS last FROM sounds'
}

const groupsOf = (db: DatabaseSync, table: ColumnTable): number => {
  const last = db.prepare(lastRows[table]).get()?.last
  return typeof last === 'number' ? groupOf(last) + 1 : 0
}

const chunkInserts = (db: DatabaseSync) => {
  const rows = new Inserts(db, 'column_chunks', ['id', 'kind', 'name', 'row_group', 'data'])
  return {
    add: (table: ColumnTable, name: string, group: number, chunk: Uint8Array) =>
      rows.add(chunkId(table, name, group), columnKinds[table], name, group, chunk),
    finish: () => rows.finish()
  }
}

/**
 * Builds the columns of a new data set from its rows, in one pass over each table. Returns the function that adds the search keys, once
 * search is built.
 */
export const buildColumns = (db: DatabaseSync, hashtagsOf: HashtagsOfGroup): (() => void) => {
  const tables = sqliteTables(db)
  const chunks = chunkInserts(db)
  const rowsOf: Record<ColumnTable, number[]> = { posts: [], users: [], sounds: [] }
  db.exec('DELETE FROM column_chunks; DELETE FROM stale_column_rows')
  // The declaration has the columns of each table.
  for (const table of Object.keys(columnNames) as ColumnTable[]) {
    const { read, put } = groupRows[table]
    const columns = new GroupColumns(table)
    const names: readonly string[] = columnNames[table]
    const groups = groupsOf(db, table)
    for (let group = 0; group < groups; group += 1) {
      columns.clear()
      const [rows = []] = tables.all(read, [[group * groupSize, (group + 1) * groupSize]])
      for (const cells of rows) put(columns, cells)
      rowsOf[table].push(columns.rows)
      if (columns.rows === 0) continue
      if (table !== 'sounds') {
        for (const part of grownParts(group)) putTrends(columns, tables.all(grownOfRows[table], [part])[0] ?? [])
      }
      if (table === 'posts') hashtagsOf(group, (row, hashtag) => columns.addHashtag(row, hashtag))
      for (const name of names) if (name !== 'search_key') chunks.add(table, name, group, columns.chunk(name))
    }
  }
  chunks.finish()
  return () => addSearchKeys(db, rowsOf)
}

/** Keys are read in their order, which has an index of its own: looking up the key of each row takes several times as long. */
const addSearchKeys = (db: DatabaseSync, rowsOf: Readonly<Record<ColumnTable, readonly number[]>>): void => {
  const chunks = chunkInserts(db)
  for (const table of ['posts', 'users'] as const) {
    const waiting = new SpillFile(db, `search_keys_of_${table}`)
    const keys = arrays(db.prepare('SELECT pk, key FROM search_documents WHERE kind = ? ORDER BY key'))
    for (const [pk, key] of keys.iterate(kindNumbers[table])) {
      waiting.add(groupOf(Number(pk)), [Number(pk) % groupSize, Number(key)])
    }
    const inOrder = bucketsInOrder(waiting)
    const values = new Float64Array(groupSize)
    for (const [group, rows] of rowsOf[table].entries()) {
      if (rows === 0) continue
      values.fill(Number.NaN)
      inOrder(group, (numbers) => {
        while (!numbers.isAtEnd) values[numbers.next()] = numbers.next()
      })
      chunks.add(table, 'search_key', group, encodeNumbers(values.subarray(0, rows)))
    }
    waiting.end()
  }
  chunks.finish()
  // Building search notes what it contains.
  db.exec('DELETE FROM stale_column_rows')
}

/** Reads the parts of each bucket, asked for in ascending order. */
export const bucketsInOrder = (
  waiting: SpillFile
): ((bucket: number, onPart: (numbers: NumberReader) => void) => void) => {
  const parts = waiting.read()
  let next = parts.next()
  return (bucket, onPart) => {
    for (; next.done !== true && next.value.heap <= bucket; next = parts.next()) {
      if (next.value.heap === bucket) onPart(next.value.numbers)
    }
  }
}
