import { fewWords, notedWords } from '../../engines/search/prefixes.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { searchedRows } from '../../store/tables/searched-rows.ts'
import { borrowing, mostBorrowers } from './stale-kinds.ts'

/** Statements that keep the index up to date, in SQL that both databases share. */

export const sizes = rowRead(
  { kind: 'bigint' },
  ({ kind }) => `SELECT documents FROM search_sizes WHERE kind = ${kind}`
)
export const addToSize = rowChange(
  { kind: 'bigint', documents: 'bigint' },
  (
    { kind, documents },
    join
  ) => `INSERT INTO search_sizes AS s (kind, documents) SELECT ${kind}, ${documents} ${join('FROM')}
  WHERE true ON CONFLICT (kind) DO UPDATE SET documents = s.documents + excluded.documents`
)

export const stale = rowRead(
  { kind: 'bigint', most: 'bigint' },
  // SQLite prepares a statement again for each value of a bare limit parameter.
  ({ kind, most }) => `SELECT pk FROM search_stale WHERE kind = ${kind} ORDER BY pk LIMIT ${most} + 0`
)
export const removeStale = rowChange(
  { kind: 'bigint', upTo: 'bigint' },
  ({ kind, upTo }, join) =>
    `DELETE FROM search_stale ${join('USING')} WHERE search_stale.kind = ${kind} AND search_stale.pk <= ${upTo}`
)
const notePosts = (column: string) =>
  rowChange(
    { of: 'bigint' },
    (row, join) => `INSERT INTO search_stale (kind, pk)
    SELECT ${kindNumbers.posts}, p.pk FROM posts p ${join('CROSS JOIN')} WHERE p.${column} = ${row.of}
      AND (SELECT count(*) FROM (SELECT 1 FROM posts WHERE ${column} = ${row.of} LIMIT ${mostBorrowers + 1}) few) <= ${mostBorrowers}
    ON CONFLICT DO NOTHING`
  )
export const noteBorrowers = {
  users: notePosts(borrowing.users),
  sounds: notePosts(borrowing.sounds),
  places: notePosts(borrowing.places)
}
export const noteRooms = rowChange(
  { user: 'bigint' },
  ({ user }, join) => `INSERT INTO search_stale (kind, pk)
  SELECT ${kindNumbers.live}, r.pk FROM all_live_rooms r ${join('CROSS JOIN')} WHERE r.user_pk = ${user} ON CONFLICT DO NOTHING`
)

export const indexed = rowRead(
  { kind: 'bigint', pk: 'bigint' },
  (row) => `SELECT t.key, t.words FROM search_documents t WHERE t.kind = ${row.kind} AND t.pk = ${row.pk}`
)
export const holders = rowRead(
  { kind: 'bigint', key: 'bigint' },
  (row) => `SELECT t.pk FROM search_documents t WHERE t.kind = ${row.kind} AND t.key = ${row.key}`
)
const searching = (kind: SearchKind) => {
  const { from, isSearched, pk, standing, texts } = searchedRows[kind]
  return rowRead(
    { pk: 'bigint' },
    (row) => `SELECT ${standing}, ${texts} FROM ${from} WHERE ${pk} = ${row.pk} AND ${isSearched}`
  )
}
export const searched = { posts: searching('posts'), users: searching('users'), live: searching('live') }
export const writeDocuments = rowChange(
  { id: 'bigint', kind: 'bigint', pk: 'bigint', key: 'bigint', words: 'bytea' },
  ({ id, kind, pk, key, words }, join) => `INSERT INTO search_documents (id, kind, pk, key, words)
  SELECT ${id}, ${kind}, ${pk}, ${key}, ${words} ${join('FROM')}
  WHERE true ON CONFLICT (kind, pk) DO UPDATE SET key = excluded.key, words = excluded.words`
)
export const removeDocuments = rowChange(
  { kind: 'bigint', pk: 'bigint' },
  (row, join) =>
    `DELETE FROM search_documents ${join('USING')} WHERE search_documents.kind = ${row.kind} AND search_documents.pk = ${row.pk}`
)

export const wordNumbers = rowRead(
  { kind: 'bigint', word: 'text' },
  (row) => `SELECT w.id FROM search_words w WHERE w.kind = ${row.kind} AND w.word = ${row.word}`
)
export const wordsById = rowRead(
  { id: 'bigint' },
  ({ id }) => `SELECT w.kind, w.word, w.documents FROM search_words w WHERE w.id = ${id}`
)
export const countWords = rowChange(
  { id: 'bigint', documents: 'bigint' },
  ({ id, documents }, join) =>
    `UPDATE search_words SET documents = ${documents} ${join('FROM')} WHERE search_words.id = ${id}`
)
export const removeWords = rowChange(
  { id: 'bigint' },
  ({ id }, join) => `DELETE FROM search_words ${join('USING')} WHERE search_words.id = ${id}`
)
export const removeTypoKeys = rowChange(
  { key: 'bigint', word: 'bigint' },
  ({ key, word }, join) => `DELETE FROM search_typo_keys ${join('USING')}
  WHERE search_typo_keys.key = ${key} AND search_typo_keys.word = ${word}`
)

/** The first block that ends at or after a key, else the last of the list. */
export const blocksAt = rowRead(
  { list: 'bigint', key: 'bigint' },
  ({ list, key }) => `SELECT p.id, p.last, p.is_last, p.data FROM search_blocks p WHERE p.id = coalesce(
    (SELECT id FROM search_blocks WHERE list = ${list} AND last >= ${key} ORDER BY last LIMIT 1),
    (SELECT id FROM search_blocks WHERE list = ${list} ORDER BY last DESC LIMIT 1))`
)
export const changeBlocks = rowChange(
  { id: 'bigint', last: 'bigint', isLast: 'bigint', data: 'bytea' },
  ({ id, last, isLast, data }, join) => `UPDATE search_blocks SET last = ${last}, is_last = ${isLast}, data = ${data}
  ${join('FROM')} WHERE search_blocks.id = ${id}`
)
/** No index has this column, so the update costs half as much. */
export const changeData = rowChange(
  { id: 'bigint', data: 'bytea' },
  ({ id, data }, join) => `UPDATE search_blocks SET data = ${data} ${join('FROM')} WHERE search_blocks.id = ${id}`
)
export const removeBlocks = rowChange(
  { id: 'bigint' },
  ({ id }, join) => `DELETE FROM search_blocks ${join('USING')} WHERE search_blocks.id = ${id}`
)
export const endLists = rowChange(
  { list: 'bigint' },
  ({ list }, join) => `UPDATE search_blocks SET is_last = 1 ${join('FROM')}
  WHERE search_blocks.id = (SELECT p.id FROM search_blocks p WHERE p.list = ${list} ORDER BY p.last DESC LIMIT 1)`
)

export const noted = rowRead(
  { kind: 'bigint', beginning: 'text' },
  (row) => `SELECT w.id, w.word, w.documents, b.rank FROM search_beginnings b LEFT JOIN search_words w ON w.id = b.word
  WHERE b.kind = ${row.kind} AND b.beginning = ${row.beginning}`,
  'rank'
)
const beginningSo = (row: { kind: string; beginning: string; end: string }) =>
  `FROM search_words WHERE kind = ${row.kind} AND word >= ${row.beginning} AND word < ${row.end}`
const ranges = { kind: 'bigint', beginning: 'text', end: 'text' } as const
export const countBeginnings = rowRead(
  ranges,
  (row) => `SELECT count(*) FROM (SELECT 1 ${beginningSo(row)} LIMIT ${fewWords + 1}) few`
)
export const mostCommon = rowRead(
  ranges,
  (row) => `SELECT id, word, documents ${beginningSo(row)}`,
  'documents DESC, word',
  notedWords
)
export const note = rowChange(
  { kind: 'bigint', beginning: 'text', rank: 'bigint', word: 'bigint' },
  ({ kind, beginning, rank, word }, join) => `INSERT INTO search_beginnings (kind, beginning, rank, word)
  SELECT ${kind}, ${beginning}, ${rank}, ${word} ${join('FROM')}
  WHERE true ON CONFLICT (kind, beginning, rank) DO UPDATE SET word = excluded.word`
)
export const forget = rowChange(
  { kind: 'bigint', beginning: 'text' },
  (row, join) => `DELETE FROM search_beginnings ${join('USING')}
  WHERE search_beginnings.kind = ${row.kind} AND search_beginnings.beginning = ${row.beginning}`
)

export const reads: readonly RowRead[] = [
  ...[sizes, stale, indexed, holders, ...Object.values(searched), wordNumbers, wordsById, blocksAt],
  ...[noted, countBeginnings, mostCommon]
]
export const changes: readonly RowChange[] = [
  ...[addToSize, removeStale, ...Object.values(noteBorrowers), noteRooms],
  ...[writeDocuments, removeDocuments, countWords, removeWords, removeTypoKeys],
  ...[changeBlocks, changeData, removeBlocks, endLists, note, forget]
]

/** The highest ids of blocks and of documents, in one row. */
export const lastIds =
  'SELECT coalesce((SELECT max(id) FROM search_blocks), 0), coalesce((SELECT max(id) FROM search_documents), 0)'
export const lastWord = 'SELECT coalesce(max(id), 0) FROM search_words'
