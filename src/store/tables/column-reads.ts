import type { Reference } from '../../engines/filters/query.ts'
import { accountKey } from './account-key.ts'
import { hashtagKey, hashtagOf, soundKey, soundOf } from './facts-keys.ts'

/** Statements of a column store, in SQL that both databases share. Arguments are the SQL of parameters. */

/** The last row group of a table; null without any. `column`: one that exists in each row group. */
export const lastGroup = (kind: string, column: string): string =>
  `SELECT max(row_group) FROM column_chunks WHERE kind = ${kind} AND name = ${column}`

/** Chunks of a column from one row group up to before another. */
export const chunksBetween = (kind: string, column: string, from: string, to: string): string =>
  `SELECT row_group, data FROM column_chunks
  WHERE kind = ${kind} AND name = ${column} AND row_group >= ${from} AND row_group < ${to} ORDER BY row_group`

/** SQL for the rows of names. `wanted`: a table with a column `name`. */
export const rowsNamed: Readonly<Record<Reference, (wanted: string) => string>> = {
  author: (wanted) => `SELECT u.pk FROM ${wanted} CROSS JOIN users u WHERE ${accountKey('u')} = wanted.name`,
  // Captions may also use former names of hashtags.
  hashtag: (wanted) => `SELECT h.pk FROM ${wanted} CROSS JOIN hashtags h WHERE h.canonical_name = wanted.name
    UNION ALL SELECT n.hashtag_pk FROM ${wanted} CROSS JOIN hashtag_names n WHERE n.name = wanted.name`,
  sound: (wanted) => `SELECT s.pk FROM ${wanted} CROSS JOIN sounds s WHERE s.pk = (${soundOf('wanted.name')})`,
  place: (wanted) => `SELECT l.pk FROM ${wanted} CROSS JOIN places l WHERE l.place_id = wanted.name`
}

/** The row that a list of posts belongs to. No row refers to 0, so private accounts have no posts. */
export const ownerRow: Readonly<Record<Reference, (key: string) => string>> = {
  author: (key) => `SELECT CASE is_private WHEN 1 THEN 0 ELSE pk END FROM users WHERE ${accountKey('users')} = ${key}`,
  hashtag: hashtagOf,
  sound: soundOf,
  place: (key) => `SELECT pk FROM places WHERE place_id = ${key}`
}

/** Posts of a collection in its order; a collection without posts has one row without one. */
export const collectionRows = (id: string): string =>
  `SELECT m.post_pk FROM collections c LEFT JOIN collection_posts m ON m.collection_pk = c.pk
  WHERE c.collection_id = ${id} ORDER BY m.place_in_list`

/** Consecutive blocks of a posting list, from the one with the first posting at or after a key. */
export const blocksFrom = (list: string, key: string, most: string): string =>
  `SELECT data FROM search_blocks WHERE list = ${list} AND last >= ${key} ORDER BY last LIMIT ${most} + 0`

/** SQL for handles, ids and names of rows, for summaries and rankings. `wanted`: a table with a column `pk`. Accounts without a handle have no page. */
export const namesOfRows = {
  posts: (wanted: string): string => `SELECT p.pk, p.post_id FROM ${wanted} CROSS JOIN posts p WHERE p.pk = wanted.pk`,
  creators: (wanted: string): string =>
    `SELECT u.pk, u.username, u.handle, u.user_id FROM ${wanted} CROSS JOIN users u WHERE u.pk = wanted.pk AND u.handle IS NOT NULL`,
  hashtags: (wanted: string): string =>
    `SELECT h.pk, ${hashtagKey('h')}, h.name FROM ${wanted} CROSS JOIN hashtags h WHERE h.pk = wanted.pk`,
  places: (wanted: string): string =>
    `SELECT l.pk, l.place_id FROM ${wanted} CROSS JOIN places l WHERE l.pk = wanted.pk`,
  sounds: (wanted: string): string =>
    `SELECT s.pk, ${soundKey('s.')}, CASE WHEN s.sound_id IS NULL THEN coalesce(s.title, s.author) END
      FROM ${wanted} CROSS JOIN sounds s WHERE s.pk = wanted.pk
        AND (s.sound_id IS NOT NULL OR coalesce(s.title, '') <> '' OR coalesce(s.author, '') <> '')`
} as const
export type NamedRows = keyof typeof namesOfRows
