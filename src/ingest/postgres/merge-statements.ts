import { type Statement, statement } from '../../store/postgres/database.ts'
import {
  type Found,
  found,
  type MergedTable,
  mergedColumns,
  soundColumns,
  tableOf,
  turnedColumns
} from '../merge/merge-rows.ts'
import type { MergedKind } from '../merge/merge-store.ts'
import { mostLikesOfPost, staleKinds, turnedAtOnce } from '../merge/merge-store.ts'

/** What gathering in a PostgreSQL asks of it, and what it writes there. */

export const mergedKinds: readonly MergedKind[] = ['posts', 'users', 'sounds', 'places', 'hashtags']

// The declaration has a list of columns for each of them.
const tables = Object.keys(mergedColumns) as MergedTable[]

/** Where rows that change wait for the statement that changes them. */
export const changed = (table: MergedTable) => `changed_${table}`
export const waitingTables = tables.map(
  (table) =>
    `CREATE TEMP TABLE ${changed(table)} ON COMMIT DELETE ROWS AS SELECT pk, ${mergedColumns[table]} FROM ${tableOf[table]} WITH NO DATA`
)

const lookingUp = ({ columns, from, key, also }: Found) =>
  statement(`SELECT ${columns}, wanted.number FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, number)
    CROSS JOIN ${from} WHERE ${key} = wanted.key${also === undefined ? '' : ` AND ${also}`}`)

/** The row of each key that has one. */
export const lookUps = Object.fromEntries(Object.entries(found).map(([name, how]) => [name, lookingUp(how)])) as {
  // One for each of them.
  readonly [K in keyof typeof found]: Statement
}

/**
 * What is compared by an index is equal or null, and each way to be so has a part of its own: nothing that may be either finds its way. `OFFSET 0`
 * keeps the look-up inside of the keys; where little was known of the table when the plan was made, each sound would be held beside each key.
 */
export const soundsWithoutId = statement(
  ['s.title = wanted.title', 's.title IS NULL AND wanted.title IS NULL']
    .flatMap((title) =>
      ['s.author = wanted.author', 's.author IS NULL AND wanted.author IS NULL'].map(
        (author) => `SELECT known.*, wanted.number
          FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS wanted (title, author, is_original, number)
          CROSS JOIN LATERAL (SELECT ${soundColumns} FROM sounds s
            WHERE s.sound_id IS NULL AND ${title} AND ${author} AND s.is_original IS NOT DISTINCT FROM wanted.is_original
            OFFSET 0) known`
      )
    )
    .join(' UNION ALL ')
)

/** Takes the rows that wait, and makes those of the table what they are. */
const changing = (table: MergedTable) =>
  statement(`WITH changed AS (DELETE FROM ${changed(table)} RETURNING *)
    UPDATE ${tableOf[table]} t SET ${mergedColumns[table].map((name) => `${name} = changed.${name}`).join(', ')}
    FROM changed WHERE t.pk = changed.pk`)
export const changes = Object.fromEntries(tables.map((table) => [table, changing(table)])) as {
  // One for each of them.
  readonly [K in MergedTable]: Statement
}

const byHandle =
  'unnest($1::text[], $2::bigint[]) AS taken (handle, pk) JOIN all_posts p ON p.author_handle = taken.handle'
export const moveSums = statement(`WITH moved AS (
    SELECT p.author_pk AS before, taken.pk AS now, sum(1 - p.is_hidden) AS videos,
      sum(least(coalesce(p.likes, 0), ${mostLikesOfPost}) * (1 - p.is_hidden)) AS likes
    FROM ${byHandle} GROUP BY 1, 2
  ), more AS (
    SELECT pk, sum(videos) AS videos, sum(likes) AS likes
    FROM (SELECT before AS pk, -videos AS videos, -likes AS likes FROM moved UNION ALL SELECT now, videos, likes FROM moved) each
    GROUP BY pk
  )
  UPDATE users u SET listed_videos = listed_videos + more.videos, listed_likes = listed_likes + more.likes FROM more WHERE u.pk = more.pk`)
export const noteMoved = statement(`INSERT INTO search_stale (kind, pk)
  SELECT ${staleKinds.posts}, pk FROM all_posts WHERE author_handle = ANY ($1::text[]) ON CONFLICT DO NOTHING`)
export const movePosts = statement(`UPDATE all_posts p SET author_pk = taken.pk
  FROM unnest($1::text[], $2::bigint[]) AS taken (handle, pk) WHERE p.author_handle = taken.handle`)

const turning = (isHidden: 0 | 1, isPrivate: string) =>
  statement(`WITH found AS (
      SELECT p.pk, p.author_pk FROM users u CROSS JOIN LATERAL (
        SELECT pk, author_pk FROM all_posts WHERE author_pk = u.pk AND is_hidden = ${1 - isHidden} LIMIT ${turnedAtOnce}
      ) p WHERE u.pk = ANY ($1::bigint[]) AND u.is_private ${isPrivate} LIMIT ${turnedAtOnce}
    )
    UPDATE all_posts p SET is_hidden = ${isHidden} FROM found WHERE p.pk = found.pk AND p.author_pk = found.author_pk
    RETURNING ${turnedColumns('p')}`)
export const hidePosts = turning(1, '= 1')
export const showPosts = turning(0, 'IS DISTINCT FROM 1')
export const setGeneration = statement('UPDATE generation SET id = $1')
export const setSize = statement('UPDATE search_sizes SET things = $1 WHERE kind = $2')

export const freeHandles = statement(
  'UPDATE users SET handle = NULL WHERE handle = ANY ($1::text[]) AND has_id = 1 RETURNING pk'
)
export const removeNameless = statement('DELETE FROM users WHERE handle = ANY ($1::text[]) AND has_id = 0 RETURNING pk')
export const giveHandles =
  statement(`INSERT INTO handles (handle, user_pk, claimed_at) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
  ON CONFLICT (handle) DO UPDATE SET user_pk = excluded.user_pk, claimed_at = excluded.claimed_at`)
export const writeHashtagNames =
  statement(`INSERT INTO hashtag_names (name, hashtag_pk) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (name) DO UPDATE SET hashtag_pk = excluded.hashtag_pk`)
export const mergeUses = statement(`INSERT INTO hashtag_posts (hashtag_pk, created_at, id_order, post_pk)
  SELECT $2::bigint, created_at, id_order, post_pk FROM hashtag_posts WHERE hashtag_pk = $1 ON CONFLICT DO NOTHING`)
export const removeUsesOf = statement('DELETE FROM hashtag_posts WHERE hashtag_pk = $1')
export const removeHashtag = statement('DELETE FROM hashtags WHERE pk = $1')
export const postsOfHashtag = statement(
  'SELECT p.pk, p.created_at, p.id_order, p.hashtags FROM hashtag_posts h JOIN all_posts p ON p.pk = h.post_pk WHERE h.hashtag_pk = $1'
)
export const removeUses =
  statement(`DELETE FROM hashtag_posts h USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS gone (hashtag, time, id_order, post)
  WHERE h.hashtag_pk = gone.hashtag AND h.created_at = gone.time AND h.id_order = gone.id_order AND h.post_pk = gone.post`)
export const addUses = statement(`INSERT INTO hashtag_posts (hashtag_pk, created_at, id_order, post_pk)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`)
export const addSumsOfUsers =
  statement(`UPDATE users u SET listed_videos = listed_videos + more.videos, listed_likes = listed_likes + more.likes
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS more (pk, videos, likes) WHERE u.pk = more.pk`)
const addingPostsTo = (table: 'sounds' | 'places') =>
  statement(`UPDATE ${table} t SET posts_count = posts_count + more.posts
  FROM unnest($1::bigint[], $2::bigint[]) AS more (pk, posts) WHERE t.pk = more.pk`)
export const addPostsTo = { sounds: addingPostsTo('sounds'), places: addingPostsTo('places') }
export const noteSource =
  statement(`UPDATE sources SET collected_from = least(collected_from, $1::bigint), collected_to = greatest(collected_to, $2::bigint)
  WHERE pk = $3`)
export const noteStale = statement(
  'INSERT INTO search_stale (kind, pk) SELECT $1::bigint, unnest($2::bigint[]) ON CONFLICT DO NOTHING'
)
export const addSource = statement('INSERT INTO sources (pk, name) VALUES ($1, $2)')
export const lastPks = statement(
  `SELECT ${mergedKinds.map((kind) => `(SELECT coalesce(max(pk), 0) FROM ${tableOf[kind]})`).join(', ')}`
)
export const sources = statement('SELECT pk, name FROM sources')
