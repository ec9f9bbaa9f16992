import { hashtagOf } from '../../store/tables/facts-keys.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { groupRows } from './group-rows.ts'
import { grownOfRows } from './trend-columns.ts'

/** Statements that keep column chunks up to date, in SQL that both databases share. */

/** Row groups per transaction of a refresh; each takes some ten milliseconds. */
const groupsAtOnce = 16

/** The next row groups with stale rows after one, in order. */
export const staleGroups = rowRead(
  { kind: 'bigint', after: 'bigint' },
  ({ kind, after }) => `SELECT DISTINCT row_group FROM stale_column_rows WHERE kind = ${kind} AND row_group > ${after}`,
  'row_group',
  groupsAtOnce
)
export const countStale = rowRead(
  { kind: 'bigint' },
  ({ kind }) => `SELECT count(DISTINCT row_group) FROM stale_column_rows WHERE kind = ${kind}`
)
export const stalePlaces = rowRead(
  { kind: 'bigint', group: 'bigint' },
  ({ kind, group }) => `SELECT place FROM stale_column_rows WHERE kind = ${kind} AND row_group = ${group}`
)
export const removeStale = rowChange(
  { kind: 'bigint', group: 'bigint' },
  ({ kind, group }, join) => `DELETE FROM stale_column_rows ${join('USING')}
  WHERE stale_column_rows.kind = ${kind} AND stale_column_rows.row_group = ${group}`
)
const range = { from: 'bigint', to: 'bigint' } as const
export const searchKeys = rowRead(
  { kind: 'bigint', ...range },
  ({ kind, from, to }) =>
    `SELECT t.pk, t.key FROM search_documents t WHERE t.kind = ${kind} AND t.pk >= ${from} AND t.pk < ${to}`
)
/** Hashtags of posts in the form of their captions. */
export const namedHashtags = rowRead(
  range,
  ({ from, to }) =>
    `SELECT p.pk, p.hashtags FROM all_posts p WHERE p.pk >= ${from} AND p.pk < ${to} AND p.is_hidden = 0 AND p.hashtags <> '[]'`
)
/** The row of a hashtag by its id, or by its name after a `#`. */
export const hashtagRow = rowRead({ key: 'text' }, ({ key }) => hashtagOf(key))

export const chunksOf = rowRead(
  { kind: 'bigint', name: 'text', group: 'bigint' },
  ({ kind, name, group }) =>
    `SELECT c.data FROM column_chunks c WHERE c.kind = ${kind} AND c.name = ${name} AND c.row_group = ${group}`
)
export const writeChunks = rowChange(
  { id: 'bigint', kind: 'bigint', name: 'text', group: 'bigint', data: 'bytea' },
  ({ id, kind, name, group, data }, join) => `INSERT INTO column_chunks (id, kind, name, row_group, data)
  SELECT ${id}, ${kind}, ${name}, ${group}, ${data} ${join('FROM')}
  WHERE true ON CONFLICT (kind, name, row_group) DO UPDATE SET data = excluded.data`
)
export const removeChunks = rowChange(
  { kind: 'bigint', name: 'text', group: 'bigint' },
  ({ kind, name, group }, join) => `DELETE FROM column_chunks ${join('USING')} WHERE column_chunks.kind = ${kind}
  AND column_chunks.name = ${name} AND column_chunks.row_group = ${group}`
)

export const reads: readonly RowRead[] = [
  ...[staleGroups, countStale, stalePlaces, searchKeys, namedHashtags, hashtagRow, chunksOf],
  ...Object.values(groupRows).map(({ read }) => read),
  ...Object.values(grownOfRows)
]
export const changes: readonly RowChange[] = [removeStale, writeChunks, removeChunks]
