import type { Column, ColumnStore, ColumnTable } from '../../engines/columnar/column-store.ts'
import type { Reference } from '../../engines/filters/query.ts'
import { containingAll } from '../../engines/search/containing.ts'
import type { SearchStore } from '../../engines/search/store.ts'
import { columnKinds, firstColumn } from '../tables/column-chunks.ts'
import * as sql from '../tables/column-reads.ts'
import { type RowReads, timeOf } from '../tables/scanned-reads.ts'
import * as select from '../tables/selections.ts'
import { asOf } from '../tables/summary.ts'
import type { Database } from './database.ts'
import { listingsByKey } from './listings.ts'
import { wordReads } from './search-store.ts'

const wanted = '(SELECT value AS name FROM json_each(?)) wanted'
/** Number of placeholders of a statement: it needs the parameter table once for each. */
const usesOf = (text: string): number => text.split('?').length - 1

const lastGroup = sql.lastGroup('?', '?')
const chunksBetween = sql.chunksBetween('?', '?', '?', '?')
const collectionRows = sql.collectionRows('?')
const blocksFrom = sql.blocksFrom('?', '?', '?')

/** Reads of columns of one opened file. */
export type ColumnReads = {
  groups(table: ColumnTable): number
  chunks(table: ColumnTable, column: string, from: number, to: number): readonly (Uint8Array | null)[]
  rowsOf(reference: Reference, names: readonly string[]): readonly number[]
  owner(reference: Reference, key: string): number | null
  collection(id: string): readonly number[] | null
  words: SearchStore['words']
  blocksFrom(list: number, key: number, most: number): readonly Uint8Array[]
}

export const columnReads = (db: Database): ColumnReads => ({
  groups(table) {
    const last = db.cells(lastGroup).get(columnKinds[table], firstColumn(table))?.[0]
    return typeof last === 'number' ? last + 1 : 0
  },
  chunks(table, column, from, to) {
    const chunks = Array.from({ length: Math.max(0, to - from) }, (): Uint8Array | null => null)
    for (const [group, data] of db.cells(chunksBetween).all(columnKinds[table], column, from, to)) {
      if (data instanceof Uint8Array) chunks[Number(group) - from] = data
    }
    return chunks
  },
  rowsOf(reference, names) {
    const text = sql.rowsNamed[reference](wanted)
    const asked = JSON.stringify(names)
    const found = db.cells(text).all(...Array.from({ length: usesOf(text) }, () => asked))
    return [...new Set(found.map(([pk]) => Number(pk)))]
  },
  owner(reference, key) {
    const pk = db.cells(sql.ownerRow[reference]('?')).get(key)?.[0]
    return typeof pk === 'number' ? pk : null
  },
  collection(id) {
    const rows = db.cells(collectionRows).all(id)
    return rows.length === 0 ? null : rows.flatMap(([pk]) => (typeof pk === 'number' ? [pk] : []))
  },
  words: wordReads(db),
  blocksFrom: (list, key, most) =>
    db
      .cells(blocksFrom)
      .all(list, key, most)
      .flatMap(([data]) => (data instanceof Uint8Array ? [data] : []))
})

const rowsWanted = '(SELECT value AS pk FROM json_each(?)) wanted'

/** Reads of the rows that a scan found, in one opened file. */
export const rowReads = (db: Database) => {
  const posts = listingsByKey(db, select.posts, `posts p ${select.postJoins} WHERE p.pk`)
  const users = listingsByKey(db, select.users, 'users u WHERE u.pk')
  return {
    posts: (rows, ends) => posts(rows, ends).records(),
    users: (rows, ends) => users(rows, ends).records(),
    names: (of, rows) => db.cells(sql.namesOfRows[of](rowsWanted)).all(JSON.stringify(rows)),
    asOf: () => timeOf(db.cells(asOf).get())
  } satisfies RowReads
}

/** A column store over a file that may be reopened between reads. `read` reads from the file as it is now. */
export const sqliteColumnStore = (read: <T>(read: (columns: ColumnReads) => T) => T): ColumnStore => ({
  groups: (table) => read((columns) => columns.groups(table)),
  chunks: <T extends ColumnTable>(table: T, column: Column<T>, from: number, to: number) =>
    read((columns) => columns.chunks(table, column, from, to)),
  rowsOf: (reference, names) => read((columns) => columns.rowsOf(reference, names)),
  owner: (reference, key) => read((columns) => columns.owner(reference, key)),
  collection: (id) => read((columns) => columns.collection(id)),
  containing: (kind, words, turn) =>
    containingAll(
      {
        words: (kind, words) => read((columns) => columns.words(kind, words)),
        async blocksFrom(list, key, most) {
          if (turn.isOver) await turn.rest()
          return read((columns) => columns.blocksFrom(list, key, most))
        }
      },
      kind,
      words
    )
})
