import { soundKey } from '../../store/tables/facts-keys.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'

/** Statements that remove hidden posts from derived data, in SQL that both databases share. */

/** Live rooms and collections of an account. */
const ownedBy = (table: 'all_live_rooms' | 'all_collections') =>
  rowRead({ account: 'bigint' }, ({ account }) => `SELECT o.pk FROM ${table} o WHERE o.user_pk = ${account}`)
export const owned = { rooms: ownedBy('all_live_rooms'), collections: ownedBy('all_collections') } as const
export const roomsOfHandle = rowRead(
  { handle: 'text' },
  ({ handle }) => `SELECT l.pk FROM all_live_rooms l WHERE l.streamer_handle = ${handle}`
)

/** Names of sounds and places without visible posts. */
export const unusedNames = {
  sounds: rowRead(
    { pk: 'bigint' },
    ({ pk }) => `SELECT s.title FROM sounds s WHERE s.pk = ${pk} AND s.posts_count = 0 AND s.title IS NOT NULL`
  ),
  places: rowRead(
    { pk: 'bigint' },
    ({ pk }) => `SELECT l.name FROM places l WHERE l.pk = ${pk} AND l.posts_count = 0 AND l.name IS NOT NULL`
  )
} as const
/** Suggestions with a key in a range, and the first sound, or the place, that they name. */
export const suggestionsFrom = rowRead(
  { from: 'text', to: 'text' },
  ({
    from,
    to
  }) => `SELECT s.rank, s.kind, s.term, s.record FROM suggestion_keys k JOIN suggestions s ON s.rank = k.rank
  WHERE k.key >= ${from} AND k.key < ${to} AND k.is_name = 0`
)
export const removeSuggestion = rowChange(
  { rank: 'bigint' },
  ({ rank }, join) => `DELETE FROM suggestions ${join('USING')} WHERE suggestions.rank = ${rank}`
)
const removeBy = (table: string, text: string) =>
  rowChange(
    { text: 'text', rank: 'bigint' },
    (row, join) =>
      `DELETE FROM ${table} ${join('USING')} WHERE ${table}.${text} = ${row.text} AND ${table}.rank = ${row.rank}`
  )
export const removeSuggestionKeys = removeBy('suggestion_keys', 'key')
export const removeSuggestionTops = removeBy('suggestion_tops', 'beginning')
export const removeSuggestionTypos = removeBy('suggestion_typos', 'typo')
export const usedSounds = rowRead(
  { key: 'text' },
  ({ key }) => `SELECT s.pk FROM sounds s WHERE ${soundKey('s.')} = ${key} AND s.posts_count > 0`
)

export const reads: readonly RowRead[] = [
  ...[...Object.values(owned), roomsOfHandle, ...Object.values(unusedNames), suggestionsFrom, usedSounds]
]
export const changes: readonly RowChange[] = [
  ...[removeSuggestion, removeSuggestionKeys, removeSuggestionTops, removeSuggestionTypos]
]
