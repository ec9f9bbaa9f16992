import { groupSize } from '../../engines/columnar/column-store.ts'
import { columnKinds, wholeGroup } from '../../store/tables/column-chunks.ts'
import { type RowChange, rowChange } from '../../store/tables/row-statements.ts'
import { staleKinds } from './stale-kinds.ts'

/** Statements that mark rows whose derived data are outdated, in SQL that both databases share. */

/** Marks rows as outdated in the index. */
export const noteStale = rowChange(
  { kind: 'bigint', stale: 'bigint' },
  ({ kind, stale }, join) => `INSERT INTO search_stale (kind, pk) SELECT ${kind}, ${stale} ${join('FROM')}
  WHERE true ON CONFLICT DO NOTHING`
)
export const noteMoved = rowChange(
  { handle: 'text' },
  ({ handle }, join) => `INSERT INTO search_stale (kind, pk) SELECT ${staleKinds.posts}, p.pk FROM all_posts p
  ${join('CROSS JOIN')} WHERE p.author_handle = ${handle} ON CONFLICT DO NOTHING`
)
export const noteMovedRooms = rowChange(
  { handle: 'text' },
  ({ handle }, join) => `INSERT INTO search_stale (kind, pk) SELECT ${staleKinds.live_rooms}, l.pk FROM all_live_rooms l
  ${join('CROSS JOIN')} WHERE l.streamer_handle = ${handle} ON CONFLICT DO NOTHING`
)

/** Marks rows as outdated in columns. */
export const noteRows = rowChange(
  { kind: 'bigint', group: 'bigint', place: 'bigint' },
  ({ kind, group, place }, join) => `INSERT INTO stale_column_rows (kind, row_group, place)
  SELECT ${kind}, ${group}, ${place} ${join('FROM')} WHERE true ON CONFLICT DO NOTHING`
)
/** Marks the rows of posts that name their author by a handle. */
export const noteMovedRows = rowChange(
  { handle: 'text' },
  ({ handle }, join) => `INSERT INTO stale_column_rows (kind, row_group, place)
  SELECT ${columnKinds.posts}, p.pk / ${groupSize}, p.pk % ${groupSize} FROM all_posts p ${join('CROSS JOIN')}
  WHERE p.author_handle = ${handle} ON CONFLICT DO NOTHING`
)
/** Marks the rows of a hashtag's posts. */
export const noteRowsOfHashtag = rowChange(
  { hashtag: 'bigint' },
  ({ hashtag }, join) => `INSERT INTO stale_column_rows (kind, row_group, place)
  SELECT DISTINCT ${columnKinds.posts}, u.post_pk / ${groupSize}, u.post_pk % ${groupSize} FROM hashtag_posts u ${join('CROSS JOIN')}
  WHERE u.hashtag_pk = ${hashtag} ON CONFLICT DO NOTHING`
)
/** Marks all row groups, in a new data set or after search was rebuilt, which may assign other keys. */
export const noteAllGroups = `INSERT INTO stale_column_rows (kind, row_group, place)
  SELECT DISTINCT rows.kind, rows.pk / ${groupSize}, ${wholeGroup} FROM (SELECT ${columnKinds.posts} AS kind, pk FROM all_posts
    UNION ALL SELECT ${columnKinds.users}, pk FROM users UNION ALL SELECT ${columnKinds.sounds}, pk FROM sounds) rows
  WHERE true ON CONFLICT DO NOTHING`

export const noteStaleScores = rowChange(
  { account: 'bigint' },
  ({ account }, join) => `INSERT INTO stale_scores (user_pk) SELECT ${account} ${join('FROM')}
  WHERE true ON CONFLICT DO NOTHING`
)

export const setGeneration = rowChange(
  { id: 'text' },
  ({ id }, join) => `UPDATE generation SET id = ${id} ${join('FROM')}`
)
export const setSize = rowChange(
  { kind: 'bigint', documents: 'bigint' },
  ({ kind, documents }, join) =>
    `UPDATE search_sizes SET documents = ${documents} ${join('FROM')} WHERE search_sizes.kind = ${kind}`
)

export const changes: readonly RowChange[] = [
  ...[noteStale, noteMoved, noteMovedRooms, noteStaleScores, setGeneration, setSize],
  ...[noteRows, noteMovedRows, noteRowsOfHashtag]
]
