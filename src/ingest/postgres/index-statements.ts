import { fewWords, notedWords } from '../../search/prefixes.ts'
import type { SearchKind } from '../../search/store.ts'
import { statement } from '../../store/postgres/database.ts'
import { highest, kindNumbers } from '../../store/tables/search-keys.ts'
import { searchedRows } from '../../store/tables/searched-rows.ts'
import { borrowing, mostBorrowers } from '../index/stale-kinds.ts'

/** What keeping the index up to date asks of a PostgreSQL, and what it writes there. */

export const takeStale = statement(`DELETE FROM search_stale WHERE kind = $1 AND pk = ANY (ARRAY(
    SELECT pk FROM search_stale WHERE kind = $1 ORDER BY pk LIMIT $2)) RETURNING pk`)
const notingBorrowers = (of: keyof typeof borrowing) =>
  statement(`INSERT INTO search_stale (kind, pk) SELECT ${kindNumbers.posts}, p.pk
  FROM unnest($1::bigint[]) AS lender (pk) JOIN posts p ON p.${borrowing[of]} = lender.pk
  WHERE (SELECT count(*) FROM (SELECT 1 FROM posts WHERE ${borrowing[of]} = lender.pk LIMIT ${mostBorrowers + 1}) borrowers) <= ${mostBorrowers}
  ON CONFLICT DO NOTHING`)
export const noteBorrowers = {
  users: notingBorrowers('users'),
  sounds: notingBorrowers('sounds'),
  places: notingBorrowers('places')
}
export const noteRooms = statement(`INSERT INTO search_stale (kind, pk) SELECT ${kindNumbers.live}, pk FROM live_rooms
    WHERE user_pk = ANY ($1::bigint[]) ON CONFLICT DO NOTHING`)
export const indexed =
  statement(`SELECT t.key, t.words, wanted.number FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (pk, number)
    JOIN search_things t ON t.kind = $1 AND t.pk = wanted.pk`)
const searching = (kind: SearchKind) => {
  const { from, isSearched, pk, standing, texts } = searchedRows[kind]
  return statement(`SELECT thing.*, wanted.number FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (pk, number)
  CROSS JOIN LATERAL (SELECT ${standing}, ${texts} FROM ${from} WHERE ${pk} = wanted.pk AND ${isSearched}) thing`)
}
export const searched = { posts: searching('posts'), users: searching('users'), live: searching('live') }
export const holders =
  statement(`SELECT t.pk, wanted.number FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (key, number)
    JOIN search_things t ON t.kind = $1 AND t.key = wanted.key`)
export const writeThings = statement(`WITH written AS (DELETE FROM written_things RETURNING *)
  INSERT INTO search_things (id, kind, pk, key, words) SELECT * FROM written
  ON CONFLICT (kind, pk) DO UPDATE SET key = excluded.key, words = excluded.words`)
export const removeThings = statement('DELETE FROM search_things WHERE kind = $1 AND pk = ANY ($2::bigint[])')
export const addToSize = statement(`INSERT INTO search_sizes AS s (kind, things) VALUES ($1, $2)
  ON CONFLICT (kind) DO UPDATE SET things = s.things + excluded.things`)
export const wordNumbers =
  statement(`SELECT w.id, wanted.number FROM unnest($2::text[]) WITH ORDINALITY AS wanted (word, number)
    JOIN search_words w ON w.kind = $1 AND w.word = wanted.word`)
export const wordsById = statement('SELECT id, kind, word, things FROM search_words WHERE id = ANY ($1::bigint[])')
export const countWords = statement(`UPDATE search_words w SET things = counted.things
  FROM unnest($1::bigint[], $2::bigint[]) AS counted (id, things) WHERE w.id = counted.id`)
export const removeWords = statement('DELETE FROM search_words WHERE id = ANY ($1::bigint[])')
export const removeTypoKeys =
  statement(`DELETE FROM search_typo_keys k USING unnest($1::bigint[], $2::bigint[]) AS gone (key, word)
  WHERE k.key = gone.key AND k.word = gone.word`)
export const piecesAt =
  statement(`SELECT piece.*, wanted.number FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (list, key, number)
    CROSS JOIN LATERAL (
      (SELECT id, last, is_last, data FROM search_pieces WHERE list = wanted.list AND last >= wanted.key ORDER BY last LIMIT 1)
      UNION ALL
      (SELECT id, last, is_last, data FROM search_pieces WHERE list = wanted.list ORDER BY last DESC LIMIT 1)
      LIMIT 1
    ) piece`)
export const changePieces = statement(`WITH written AS (DELETE FROM written_pieces RETURNING *)
  UPDATE search_pieces p SET last = written.last, is_last = written.is_last, data = written.data
  FROM written WHERE p.id = written.id`)
export const removePieces = statement('DELETE FROM search_pieces WHERE id = ANY ($1::bigint[])')
export const endLists = statement(`UPDATE search_pieces p SET is_last = 1 FROM unnest($1::bigint[]) AS ended (list)
  CROSS JOIN LATERAL (SELECT id FROM search_pieces WHERE list = ended.list ORDER BY last DESC LIMIT 1) piece
  WHERE p.id = piece.id`)
export const noted = statement(`SELECT w.id, w.word, w.things, wanted.number
    FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)
    JOIN search_beginnings b ON b.kind = $1 AND b.beginning = wanted.beginning
    LEFT JOIN search_words w ON w.id = b.word ORDER BY wanted.number, b.rank`)
export const countBeginnings = statement(`SELECT (SELECT count(*) FROM (
      SELECT 1 FROM search_words WHERE kind = $1 AND word >= wanted.beginning AND word < wanted.beginning || '${highest}'
      LIMIT ${fewWords + 1}
    ) few), wanted.number
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)`)
export const mostCommon =
  statement(`SELECT common.*, wanted.number FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)
    CROSS JOIN LATERAL (
      SELECT id, word, things FROM search_words
      WHERE kind = $1 AND word >= wanted.beginning AND word < wanted.beginning || '${highest}'
      ORDER BY things DESC, word LIMIT ${notedWords}
    ) common ORDER BY wanted.number, common.things DESC, common.word`)
export const note = statement(`INSERT INTO search_beginnings (kind, beginning, rank, word)
  SELECT $1::bigint, * FROM unnest($2::text[], $3::bigint[], $4::bigint[])
  ON CONFLICT (kind, beginning, rank) DO UPDATE SET word = excluded.word`)
export const forget = statement('DELETE FROM search_beginnings WHERE kind = $1 AND beginning = ANY ($2::text[])')
export const lastIds = statement(
  'SELECT coalesce((SELECT max(id) FROM search_pieces), 0), coalesce((SELECT max(id) FROM search_things), 0)'
)
export const lastWord = statement('SELECT coalesce(max(id), 0) FROM search_words')
