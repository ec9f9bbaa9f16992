import { type Statement, statement } from '../../store/postgres/database.ts'
import { type MergedTable, mergedColumns, tableOf, turnedColumns } from '../merge/merge-rows.ts'
import * as shared from '../merge/merge-statements.ts'
import { turnedAtOnce } from '../merge/merge-store.ts'

/** Statements of merging that differ in PostgreSQL. */

// The declaration has a list of columns for each table.
const tables = Object.keys(mergedColumns) as MergedTable[]

/** Changed rows wait here for the statement that applies them. */
export const changed = (table: MergedTable) => `changed_${table}`
export const waitingTables = tables.map(
  (table) =>
    `CREATE TEMP TABLE ${changed(table)} ON COMMIT DELETE ROWS AS SELECT pk, ${mergedColumns[table]} FROM ${tableOf[table]} WITH NO DATA`
)

/** Applies the waiting rows to the table. */
const changing = (table: MergedTable) =>
  statement(`WITH changed AS (DELETE FROM ${changed(table)} RETURNING *)
    UPDATE ${tableOf[table]} t SET ${mergedColumns[table].map((name) => `${name} = changed.${name}`).join(', ')}
    FROM changed WHERE t.pk = changed.pk`)
export const changes = Object.fromEntries(tables.map((table) => [table, changing(table)])) as {
  // One per table.
  readonly [K in MergedTable]: Statement
}

const turning = ({ among, isHidden, where }: shared.Turning) => {
  const turned = `p.is_hidden = ${1 - isHidden} AND ${where} LIMIT ${turnedAtOnce}`
  const found = {
    authors: `SELECT p.pk FROM users u CROSS JOIN LATERAL (SELECT p.pk FROM all_posts p WHERE p.author_pk = u.pk AND ${turned}) p
      WHERE u.pk = ANY ($1::bigint[]) LIMIT ${turnedAtOnce}`,
    posts: `SELECT p.pk FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk WHERE p.pk = ANY ($1::bigint[]) AND ${turned}`
  }
  return statement(`WITH found AS (${found[among]})
    UPDATE all_posts p SET is_hidden = ${isHidden} FROM found WHERE p.pk = found.pk RETURNING ${turnedColumns('p')}`)
}
export const turnings = shared.turnings.map((each) => ({ among: each.among, sql: turning(each) }))

export const addUses = statement(`INSERT INTO hashtag_posts (${shared.useColumns})
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`)
export const lastPks = statement(shared.lastPks)
export const sources = statement(shared.sourceRows)
