import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { recount } from '../../store/tables/summary.ts'

/** Statements that take hidden posts out of what is derived, in SQL that both databases share. */

/** Live rooms of an account, and whether it has collections. */
export const ownedBy = {
  rooms: rowRead(
    { account: 'bigint' },
    ({ account }) => `SELECT l.pk FROM all_live_rooms l WHERE l.user_pk = ${account}`
  ),
  collections: rowRead(
    { account: 'bigint' },
    ({ account }) => `SELECT c.pk FROM all_collections c WHERE c.user_pk = ${account}`
  )
} as const

/** Lists of popular things lose posts; `of`: their kind. Things without posts leave them, and so do creators. */
export const losePopularity = rowChange(
  { of: 'text', pk: 'bigint', posts: 'bigint' },
  ({ of, pk, posts }, join) => `UPDATE popular SET weight = weight - ${posts} ${join('FROM')}
  WHERE popular.kind = ${of} AND popular.pk = ${pk}`
)
export const removeUnpopular = rowChange(
  { least: 'bigint' },
  (
    { least },
    join
  ) => `DELETE FROM popular ${join('USING')} WHERE popular.weight < ${least} OR popular.kind = 'top_creators'
  AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.author_pk = popular.pk)`
)
export const lessPosts = rowChange(
  { posts: 'bigint' },
  ({ posts }, join) => `UPDATE dataset_facts SET value = value - ${posts} ${join('FROM')} WHERE name = 'posts_count'`
)
export const recountOwned = rowChange(
  { name: 'text' },
  ({ name }, join) => `UPDATE dataset_facts SET value = CASE dataset_facts.name
    WHEN 'collections_count' THEN ${recount.collections_count} ELSE ${recount.live_rooms_count} END ${join('FROM')}
  WHERE dataset_facts.name = ${name}`
)

/** A sound whose posts are all hidden leaves the library. */
export const leaveLibrary = rowChange(
  { sound: 'bigint' },
  ({ sound }, join) => `UPDATE sounds SET published_at = NULL, hot_rank = NULL, new_rank = NULL ${join('FROM')}
  WHERE sounds.pk = ${sound} AND sounds.posts_count = 0 AND sounds.source IS NOT NULL`
)

/** Names of sounds and places that no visible post has. */
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
/** Suggestions with a key in a range, and the first of the sounds or the place that they name. */
export const suggestionsFrom = rowRead(
  { from: 'text', to: 'text' },
  ({ from, to }) => `SELECT s.rank, s.kind, s.term, s.thing FROM suggestion_keys k JOIN suggestions s ON s.rank = k.rank
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
  { id: 'text' },
  ({ id }) => `SELECT s.pk FROM sounds s WHERE s.sound_id = ${id} AND s.posts_count > 0`
)

export const reads: readonly RowRead[] = [
  ...[...Object.values(ownedBy), ...Object.values(unusedNames), suggestionsFrom, usedSounds]
]
export const changes: readonly RowChange[] = [
  ...[losePopularity, removeUnpopular, lessPosts, recountOwned, leaveLibrary],
  ...[removeSuggestion, removeSuggestionKeys, removeSuggestionTops, removeSuggestionTypos]
]
