import { type Statement, statement } from '../../store/postgres/database.ts'
import { type MergedTable, mergedColumns, soundColumns, tableOf, turnedColumns } from '../merge/merge-rows.ts'
import * as shared from '../merge/merge-statements.ts'
import { turnedAtOnce } from '../merge/merge-store.ts'

/** What merging asks of a PostgreSQL in other ways than of SQLite. */

// The declaration has a list of columns for each of them.
const tables = Object.keys(mergedColumns) as MergedTable[]

/** Where rows that change wait for the statement that changes them. */
export const changed = (table: MergedTable) => `changed_${table}`
export const waitingTables = tables.map(
  (table) =>
    `CREATE TEMP TABLE ${changed(table)} ON COMMIT DELETE ROWS AS SELECT pk, ${mergedColumns[table]} FROM ${tableOf[table]} WITH NO DATA`
)

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

const turning = ({ isHidden, authors }: (typeof shared.turning)['hide' | 'show']) =>
  statement(`WITH found AS (
      SELECT p.pk, p.author_pk FROM users u CROSS JOIN LATERAL (
        SELECT pk, author_pk FROM all_posts WHERE author_pk = u.pk AND is_hidden = ${1 - isHidden} LIMIT ${turnedAtOnce}
      ) p WHERE u.pk = ANY ($1::bigint[]) AND ${authors} LIMIT ${turnedAtOnce}
    )
    UPDATE all_posts p SET is_hidden = ${isHidden} FROM found WHERE p.pk = found.pk AND p.author_pk = found.author_pk
    RETURNING ${turnedColumns('p')}`)
export const hidePosts = turning(shared.turning.hide)
export const showPosts = turning(shared.turning.show)

export const addUses = statement(`INSERT INTO hashtag_posts (${shared.useColumns})
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`)
export const lastPks = statement(shared.lastPks)
export const sources = statement(shared.sourceRows)
