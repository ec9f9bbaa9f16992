import { fewWords, notedWords } from '../search/beginnings.ts'
import type { IndexedWord, IndexStore, NotedWord, Stale, StoredPiece } from '../search/index-store.ts'
import type { Cells } from '../sql/columns.ts'
import { borrowing, kindOf, mostBorrowers, staleKinds, typoKeyNumbers } from '../sql/index-store.ts'
import { highest, kindNumbers } from '../sql/search-store.ts'
import { searchedRows } from '../sql/searched-rows.ts'
import { searchedThings } from '../sql/searched-things.ts'
import type { Row } from './copy-text.ts'
import { statement } from './database.ts'
import type { Writing } from './writing.ts'

/** Where pieces and things that are written wait for the statements that put them in their places. */
export const waitingPieces = `CREATE TEMP TABLE IF NOT EXISTS written_pieces (id bigint, list bigint, last bigint, is_last bigint, data bytea) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS written_things (id bigint, kind bigint, pk bigint, rank bigint, words bytea) ON COMMIT DELETE ROWS`

/** The index in a PostgreSQL: a statement for all that a call asks for. */
export const postgresIndexStore = async (writing: Writing): Promise<IndexStore> => {
  const rows = writing.rows.bind(writing)
  const send = writing.send.bind(writing)
  const thingOf = searchedThings()
  const [last] = await rows(
    'SELECT coalesce((SELECT max(id) FROM search_pieces), 0), coalesce((SELECT max(id) FROM search_things), 0)'
  )
  let lastPiece = Number(last?.[0])
  let lastThing = Number(last?.[1])

  /** What was found for each of some things that were asked for, by its place among them. */
  const placed = <T>(count: number, found: readonly Cells[], read: (cells: Cells) => T): (T | null)[] => {
    const answers: (T | null)[] = Array.from({ length: count }, () => null)
    for (const cells of found) answers[Number(cells.at(-1)) - 1] = read(cells)
    return answers
  }
  const grouped = <T>(count: number, found: readonly Cells[], read: (cells: Cells) => T): T[][] => {
    const answers: T[][] = Array.from({ length: count }, () => [])
    for (const cells of found) answers[Number(cells.at(-1)) - 1]?.push(read(cells))
    return answers
  }

  return {
    async takeStale(most) {
      for (const [kind, number] of staleKinds) {
        const taken = await rows(
          statement(`DELETE FROM search_stale WHERE kind = $1 AND pk = ANY (ARRAY(
            SELECT pk FROM search_stale WHERE kind = $1 ORDER BY pk LIMIT $2)) RETURNING pk`),
          number,
          most
        )
        const pks = taken.map(([pk]) => Number(pk)).sort((a, b) => a - b)
        if (pks.length > 0) return { kind, pks } satisfies Stale
      }
      return null
    },
    noteBorrowers(of, pks) {
      const column = borrowing[of]
      send(
        statement(`INSERT INTO search_stale (kind, pk) SELECT ${kindNumbers.posts}, p.pk
          FROM unnest($1::bigint[]) AS lender (pk) JOIN posts p ON p.${column} = lender.pk
          WHERE (SELECT count(*) FROM (SELECT 1 FROM posts WHERE ${column} = lender.pk LIMIT ${mostBorrowers + 1}) borrowers) <= ${mostBorrowers}
          ON CONFLICT DO NOTHING`),
        pks
      )
      if (of === 'users') {
        send(
          statement(`INSERT INTO search_stale (kind, pk) SELECT ${kindNumbers.live}, pk FROM live_rooms
            WHERE user_pk = ANY ($1::bigint[]) ON CONFLICT DO NOTHING`),
          pks
        )
      }
    },

    indexed: async (kind, pks) =>
      placed(
        pks.length,
        await rows(
          statement(`SELECT t.rank, t.words, wanted.number FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (pk, number)
            JOIN search_things t ON t.kind = $1 AND t.pk = wanted.pk`),
          kindNumbers[kind],
          pks
        ),
        // Words are bytes.
        ([rank, words]) => ({ rank: Number(rank), words: words as Uint8Array })
      ),
    async searched(kind, pks) {
      const { from, isSearched, pk, standing, texts } = searchedRows[kind]
      const found = await rows(
        statement(`SELECT thing.*, wanted.number FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (pk, number)
          CROSS JOIN LATERAL (SELECT ${standing}, ${texts} FROM ${from} WHERE ${pk} = wanted.pk AND ${isSearched}) thing`),
        pks
      )
      return placed(pks.length, found, (cells) => thingOf(kind, cells.slice(0, -1)))
    },
    writeThings(kind, things) {
      const written = things.map(({ pk, rank, words }): Row => [++lastThing, kindNumbers[kind], pk, rank, words])
      writing.copy('written_things', ['id', 'kind', 'pk', 'rank', 'words'], written)
      send(
        statement(`WITH written AS (DELETE FROM written_things RETURNING *)
          INSERT INTO search_things (id, kind, pk, rank, words) SELECT * FROM written
          ON CONFLICT (kind, pk) DO UPDATE SET rank = excluded.rank, words = excluded.words`)
      )
    },
    removeThings(kind, pks) {
      send(statement('DELETE FROM search_things WHERE kind = $1 AND pk = ANY ($2::bigint[])'), kindNumbers[kind], pks)
    },
    addToSize(kind, things) {
      send(
        statement(`INSERT INTO search_sizes AS s (kind, things) VALUES ($1, $2)
          ON CONFLICT (kind) DO UPDATE SET things = s.things + excluded.things`),
        kindNumbers[kind],
        things
      )
    },

    lastWord: async () => Number((await rows('SELECT coalesce(max(id), 0) FROM search_words'))[0]?.[0]),
    wordNumbers: async (kind, words) =>
      placed(
        words.length,
        await rows(
          statement(`SELECT w.id, wanted.number FROM unnest($2::text[]) WITH ORDINALITY AS wanted (word, number)
            JOIN search_words w ON w.kind = $1 AND w.word = wanted.word`),
          kindNumbers[kind],
          words
        ),
        ([id]) => Number(id)
      ),
    async words(ids) {
      const found = await rows(
        statement('SELECT id, kind, word, things FROM search_words WHERE id = ANY ($1::bigint[])'),
        ids
      )
      return found.flatMap(([id, kind, word, things]): IndexedWord[] => {
        const known = kindOf.get(Number(kind))
        return known === undefined ? [] : [{ id: Number(id), kind: known, word: String(word), things: Number(things) }]
      })
    },
    addWords(words) {
      writing.copy(
        'search_words',
        ['id', 'kind', 'word', 'things'],
        words.map(({ id, kind, word, things }) => [id, kindNumbers[kind], word, things])
      )
      writing.copy('search_typo_keys', ['key', 'word'], typoKeysOf(words))
    },
    countWords(words) {
      send(
        statement(`UPDATE search_words w SET things = counted.things
          FROM unnest($1::bigint[], $2::bigint[]) AS counted (id, things) WHERE w.id = counted.id`),
        words.map(({ id }) => id),
        words.map(({ things }) => things)
      )
    },
    removeWords(words) {
      send(
        statement('DELETE FROM search_words WHERE id = ANY ($1::bigint[])'),
        words.map(({ id }) => id)
      )
      const keys = typoKeysOf(words)
      send(
        statement(`DELETE FROM search_typo_keys k USING unnest($1::bigint[], $2::bigint[]) AS gone (key, word)
          WHERE k.key = gone.key AND k.word = gone.word`),
        keys.map(([key]) => key),
        keys.map(([, word]) => word)
      )
    },

    piecesAt: async (wanted) =>
      placed(
        wanted.length,
        await rows(
          statement(`SELECT piece.*, wanted.number FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (list, key, number)
            CROSS JOIN LATERAL (
              (SELECT id, last, is_last, data FROM search_pieces WHERE list = wanted.list AND last >= wanted.key ORDER BY last LIMIT 1)
              UNION ALL
              (SELECT id, last, is_last, data FROM search_pieces WHERE list = wanted.list ORDER BY last DESC LIMIT 1)
              LIMIT 1
            ) piece`),
          wanted.map(({ list }) => list),
          wanted.map(({ key }) => key)
        ),
        ([id, last, isLast, data]): StoredPiece => ({
          id: Number(id),
          last: Number(last),
          isLast: isLast === 1,
          // The column holds nothing else.
          data: data as Uint8Array
        })
      ),
    writePieces(pieces) {
      const columns = ['id', 'list', 'last', 'is_last', 'data']
      const cells = (id: number, { list, last, isLast, data }: (typeof pieces)[number]): Row => [
        id,
        list,
        last,
        isLast ? 1 : 0,
        data
      ]
      const added = pieces.filter(({ before }) => before === null).map((piece) => cells(++lastPiece, piece))
      const changed = pieces.flatMap((piece) => (piece.before === null ? [] : [cells(piece.before.id, piece)]))
      if (added.length > 0) writing.copy('search_pieces', columns, added)
      if (changed.length === 0) return
      writing.copy('written_pieces', columns, changed)
      send(
        statement(`WITH written AS (DELETE FROM written_pieces RETURNING *)
          UPDATE search_pieces p SET last = written.last, is_last = written.is_last, data = written.data
          FROM written WHERE p.id = written.id`)
      )
    },
    removePieces(ids) {
      send(statement('DELETE FROM search_pieces WHERE id = ANY ($1::bigint[])'), ids)
    },
    endLists(lists) {
      send(
        statement(`UPDATE search_pieces p SET is_last = 1 FROM unnest($1::bigint[]) AS ended (list)
          CROSS JOIN LATERAL (SELECT id FROM search_pieces WHERE list = ended.list ORDER BY last DESC LIMIT 1) piece
          WHERE p.id = piece.id`),
        lists
      )
    },

    noted: async (kind, beginnings) =>
      grouped(
        beginnings.length,
        await rows(
          statement(`SELECT w.id, w.word, w.things, wanted.number
            FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)
            JOIN search_beginnings b ON b.kind = $1 AND b.beginning = wanted.beginning
            LEFT JOIN search_words w ON w.id = b.word ORDER BY wanted.number, b.rank`),
          kindNumbers[kind],
          beginnings
        ),
        (cells) => (cells[0] === null ? null : notedWord(cells))
      ),
    async countBeginnings(kind, beginnings) {
      const found = await rows(
        statement(`SELECT (SELECT count(*) FROM (
              SELECT 1 FROM search_words WHERE kind = $1 AND word >= wanted.beginning AND word < wanted.beginning || '${highest}'
              LIMIT ${fewWords + 1}
            ) beginning), wanted.number
          FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)`),
        kindNumbers[kind],
        beginnings
      )
      return placed(beginnings.length, found, ([count]) => Number(count)).map((count) => count ?? 0)
    },
    mostCommon: async (kind, beginnings) =>
      grouped(
        beginnings.length,
        await rows(
          statement(`SELECT common.*, wanted.number FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number)
            CROSS JOIN LATERAL (
              SELECT id, word, things FROM search_words
              WHERE kind = $1 AND word >= wanted.beginning AND word < wanted.beginning || '${highest}'
              ORDER BY things DESC, word LIMIT ${notedWords}
            ) common ORDER BY wanted.number, common.things DESC, common.word`),
          kindNumbers[kind],
          beginnings
        ),
        notedWord
      ),
    note(kind, words) {
      send(
        statement(`INSERT INTO search_beginnings (kind, beginning, rank, word)
          SELECT $1::bigint, * FROM unnest($2::text[], $3::bigint[], $4::bigint[])
          ON CONFLICT (kind, beginning, rank) DO UPDATE SET word = excluded.word`),
        kindNumbers[kind],
        words.map(({ beginning }) => beginning),
        words.map(({ rank }) => rank),
        words.map(({ word }) => word)
      )
    },
    forget(kind, beginnings) {
      send(
        statement('DELETE FROM search_beginnings WHERE kind = $1 AND beginning = ANY ($2::text[])'),
        kindNumbers[kind],
        beginnings
      )
    }
  }
}

const typoKeysOf = (words: readonly IndexedWord[]): (readonly [key: number, word: number])[] =>
  words.flatMap(({ id, kind, word }) => [...typoKeyNumbers(kind, word)].map((key) => [key, id] as const))

const notedWord = ([id, word, things]: Cells): NotedWord => ({
  id: Number(id),
  word: String(word),
  things: Number(things)
})
