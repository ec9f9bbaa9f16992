import type { DatabaseSync } from 'node:sqlite'
import { followChanges } from '../derived/follow-changes.ts'
import {
  begunWith,
  keyColumns,
  type MergedTable,
  mergedColumns,
  provenanceColumns,
  tableOf,
  turnedColumns
} from '../merge/merge-rows.ts'
import {
  lastPks,
  servedUses,
  sourceRows,
  type Turning,
  turnings,
  useColumns,
  usesIn
} from '../merge/merge-statements.ts'
import { type MergeStore, turnedAtOnce } from '../merge/merge-store.ts'
import { tableStore } from '../merge/table-store.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { sqliteIndexStore } from './index-store.ts'
import { addUpAllPosts } from './totals.ts'

type MergeOptions = {
  /** A new data set has no readers until its end, when `deriveFromPosts` computes what follows from posts. */
  isNew: boolean
}

/** A SQLite data set as a merge store. */
export const sqliteMergeStore = (db: DatabaseSync, { isNew }: MergeOptions): MergeStore => {
  const tables = sqliteTables(db)
  const all = (sql: string) => arrays(db.prepare(sql)).all()
  const uses = isNew ? 'waiting_uses' : 'hashtag_posts'
  /** Created on first use; a complete data set has none. */
  let addedUses: Inserts | undefined
  let areUsesByHashtag = !isNew

  const derived = followChanges(tables, {
    isBuiltLater: isNew,
    isCountedLater: isNew,
    isSearched: !isNew,
    indexStore: () => sqliteIndexStore(db)
  })
  const store = tableStore(
    {
      ...tables,
      lastPks: all(lastPks),
      sources: all(sourceRows),
      /** Most rows that occur again are unchanged: their values and index entries are not rewritten. */
      write(table, rows, cellsOf) {
        const insert = tables.prepared(insertSql(table))
        const change = tables.prepared(changeSql(table))
        for (const row of rows) {
          const { pk, isNew, isChanged = true, takesHandle = false } = row
          const cells = cellsOf(row)
          if (isNew) insert.run(pk, ...cells)
          else if (isChanged) change.run(...cells.slice(keyColumns[table]), pk)
          else tables.prepared(provenanceSql(table)).run(...cells.slice(-provenanceColumns.length), pk)
          if (takesHandle && !isNew) tables.prepared(changeHandle).run(cells[1] ?? null, pk)
        }
      },
      /** An import into a new data set hardly ever reads the posts of a hashtag. */
      indexUses() {
        if (!areUsesByHashtag)
          db.exec('CREATE INDEX IF NOT EXISTS waiting_uses_by_hashtag ON waiting_uses (hashtag_pk)')
        areUsesByHashtag = true
      },
      turnPosts: (asked) =>
        turnings.flatMap((turning) => arrays(db.prepare(turn(turning))).all(JSON.stringify(asked[turning.among]))),
      addUses(rows) {
        addedUses ??= new Inserts(db, uses, useColumns, 'INSERT OR IGNORE')
        for (const row of rows) addedUses.add(...row)
        addedUses.finish()
      }
    },
    {
      uses: isNew ? waiting : servedUses,
      isDerivedLater: isNew,
      changes: derived.changes
    }
  )
  return { ...store, ...derived.store }
}

/** Uses of hashtags in a new data set wait here: new posts are appended, while the final lists are in another order. */
export const waitingUses = `CREATE TABLE waiting_uses (
  post_pk INTEGER NOT NULL,
  hashtag_pk INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  id_order INTEGER NOT NULL,
  PRIMARY KEY (post_pk, hashtag_pk, created_at)
) STRICT, WITHOUT ROWID`

/** Derived lists of a new data set, each in its own order; run again after more posts were added. */
export const deriveFromPosts = `
  DELETE FROM hashtag_posts;
  INSERT INTO hashtag_posts (hashtag_pk, created_at, id_order, post_pk)
    SELECT hashtag_pk, created_at, id_order, post_pk FROM waiting_uses
    WHERE post_pk NOT IN (SELECT pk FROM all_posts WHERE is_hidden = 1)
    ORDER BY hashtag_pk, created_at, id_order, post_pk;
  ${addUpAllPosts}`

const changeHandle = 'UPDATE users SET handle = ? WHERE pk = ?'

const waiting = usesIn('waiting_uses')

const asked = {
  authors: 'users u ON u.pk = asked.value CROSS JOIN all_posts p ON p.author_pk = u.pk',
  posts: 'all_posts p ON p.pk = asked.value LEFT JOIN users u ON u.pk = p.author_pk'
}
const turn = ({ among, isHidden, where }: Turning) => `UPDATE all_posts SET is_hidden = ${isHidden} WHERE pk IN (
  SELECT p.pk FROM json_each(?) asked CROSS JOIN ${asked[among]}
  WHERE ${where} AND p.is_hidden = ${1 - isHidden} LIMIT ${turnedAtOnce}) RETURNING ${turnedColumns()}`

/** Builds each statement once per table. */
const once = (make: (table: MergedTable) => string) => {
  const texts = new Map<MergedTable, string>()
  return (table: MergedTable): string => {
    const text = texts.get(table) ?? make(table)
    texts.set(table, text)
    return text
  }
}
const insertSql = once((table) => {
  const none = begunWith[table] ?? []
  const columns = mergedColumns[table]
  return `INSERT INTO ${tableOf[table]} (${['pk', ...columns, ...none]}) VALUES (?, ${[...columns.map(() => '?'), ...none.map(() => '0')]})`
})
const updating = (table: MergedTable, columns: readonly string[]) =>
  `UPDATE ${tableOf[table]} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE pk = ?`
const changeSql = once((table) => updating(table, mergedColumns[table].slice(keyColumns[table])))
const provenanceSql = once((table) => updating(table, provenanceColumns))
