import type { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { groupOf } from '../src/engines/columnar/column-store.ts'
import { run } from '../src/engines/search/store.ts'
import { GroupColumns } from '../src/ingest/columns/group-columns.ts'
import { HashtagRows } from '../src/ingest/columns/hashtag-rows.ts'
import { fillColumns } from '../src/ingest/columns/refresh-columns.ts'
import { sqliteTables } from '../src/ingest/tables/sqlite-tables.ts'
import { canonicalHashtag } from '../src/records/hashtag-name.ts'
import { columnKinds, columnNames } from '../src/store/tables/column-chunks.ts'
import { mayBeOfPrivate } from '../src/store/tables/schema.ts'

/** What follows from the rows of posts, found anew. */
export const checkSums = (db: DatabaseSync) => {
  const wrong = db
    .prepare(
      `SELECT 'user' AS what, pk FROM users u WHERE
         listed_videos <> (SELECT count(*) FROM posts WHERE author_pk = u.pk) OR
         listed_likes <> (SELECT coalesce(sum(min(likes, 1099511627776)), 0) FROM posts WHERE author_pk = u.pk)
       UNION ALL SELECT 'sound', pk FROM sounds s WHERE posts_count <> (SELECT count(*) FROM posts WHERE sound_pk = s.pk)
       UNION ALL SELECT 'place', pk FROM places s WHERE posts_count <> (SELECT count(*) FROM posts WHERE place_pk = s.pk)`
    )
    .all()
  expect(wrong).toEqual([])
  const wronglyShown = db.prepare(
    `SELECT p.pk FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk
      WHERE p.is_hidden <> max(coalesce(u.is_private, 0), coalesce(p.is_private, 0), ${mayBeOfPrivate('p', 'author', 'author_pk')})`
  )
  expect(wronglyShown.all()).toEqual([])
  const listed = new Set<string>()
  for (const { pk, created_at, hashtags } of db.prepare('SELECT pk, created_at, hashtags FROM posts').all()) {
    for (const { id, name } of JSON.parse(String(hashtags)) as { id: string | null; name: string }[]) {
      const row =
        id === null
          ? db.prepare('SELECT hashtag_pk AS pk FROM hashtag_names WHERE name = ?').get(canonicalHashtag(name))
          : db.prepare('SELECT pk FROM hashtags WHERE hashtag_id = ?').get(id)
      listed.add(`${row?.pk} ${created_at} ${pk}`)
    }
  }
  const uses = db.prepare('SELECT * FROM hashtag_posts').all()
  expect(uses.map((use) => `${use.hashtag_pk} ${use.created_at} ${use.post_pk}`).sort()).toEqual([...listed].sort())
}

/** No row group is stale, and column chunks are those that its rows make anew. */
export const checkColumns = async (db: DatabaseSync): Promise<void> => {
  expect(db.prepare('SELECT * FROM stale_column_rows').all()).toEqual([])
  const tables = sqliteTables(db)
  const hashtags = new HashtagRows()
  const chunkOf = db.prepare('SELECT data FROM column_chunks WHERE kind = ? AND name = ? AND row_group = ?')
  for (const [table, rows] of [
    ['posts', 'all_posts'],
    ['users', 'users'],
    ['sounds', 'sounds']
  ] as const) {
    const last = Number(db.prepare(`SELECT max(pk) AS pk FROM ${rows}`).get()?.pk)
    const columns = new GroupColumns(table)
    for (let group = 0; group <= groupOf(last); group += 1) {
      await run(fillColumns(table, group, columns, hashtags), tables)
      for (const name of columnNames[table]) {
        const stored = chunkOf.get(columnKinds[table], name, group)?.data
        const isEqual = stored instanceof Uint8Array && Buffer.compare(stored, columns.chunk(name)) === 0
        expect(isEqual, `${table} ${name} ${group}`).toBe(columns.rows > 0)
      }
    }
  }
}
