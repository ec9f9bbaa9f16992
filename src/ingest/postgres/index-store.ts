import type { IndexedWord, IndexStore, NotedWord, Stale, StoredPiece } from '../../search/index-store.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { kindNumbers, kindOf, typoKeyNumbers } from '../../store/tables/search-keys.ts'
import { searchedThings } from '../index/searched-things.ts'
import { staleKinds } from '../index/stale-kinds.ts'
import type { Row } from './copy-text.ts'
import * as sql from './index-statements.ts'
import type { Writing } from './writing.ts'

/** Where pieces and things that are written wait for the statements that put them in their places. */
export const waitingPieces = `CREATE TEMP TABLE IF NOT EXISTS written_pieces (id bigint, list bigint, last bigint, is_last bigint, data bytea) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS written_things (id bigint, kind bigint, pk bigint, key bigint, words bytea) ON COMMIT DELETE ROWS`

/** The index in a PostgreSQL: a statement for all that a call asks for. */
export const postgresIndexStore = async (writing: Writing): Promise<IndexStore> => {
  const rows = writing.rows.bind(writing)
  const send = writing.send.bind(writing)
  const thingOf = searchedThings()
  const [last] = await rows(sql.lastIds)
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
        const taken = await rows(sql.takeStale, number, most)
        const pks = taken.map(([pk]) => Number(pk)).sort((a, b) => a - b)
        if (pks.length > 0) return { kind, pks } satisfies Stale
      }
      return null
    },
    noteBorrowers(of, pks) {
      send(sql.noteBorrowers[of], pks)
      if (of === 'users') {
        send(sql.noteRooms, pks)
      }
    },

    indexed: async (kind, pks) =>
      placed(
        pks.length,
        await rows(sql.indexed, kindNumbers[kind], pks),
        // Words are bytes.
        ([key, words]) => ({ key: Number(key), words: words as Uint8Array })
      ),
    async searched(kind, pks) {
      const found = await rows(sql.searched[kind], pks)
      return placed(pks.length, found, (cells) => thingOf(kind, cells.slice(0, -1)))
    },
    holders: async (kind, keys) =>
      placed(keys.length, await rows(sql.holders, kindNumbers[kind], keys), ([pk]) => Number(pk)),
    writeThings(kind, things) {
      const written = things.map(({ pk, key, words }): Row => [++lastThing, kindNumbers[kind], pk, key, words])
      writing.copy('written_things', ['id', 'kind', 'pk', 'key', 'words'], written)
      send(sql.writeThings)
    },
    removeThings(kind, pks) {
      send(sql.removeThings, kindNumbers[kind], pks)
    },
    addToSize(kind, things) {
      send(sql.addToSize, kindNumbers[kind], things)
    },

    lastWord: async () => Number((await rows(sql.lastWord))[0]?.[0]),
    wordNumbers: async (kind, words) =>
      placed(words.length, await rows(sql.wordNumbers, kindNumbers[kind], words), ([id]) => Number(id)),
    async words(ids) {
      const found = await rows(sql.wordsById, ids)
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
        sql.countWords,
        words.map(({ id }) => id),
        words.map(({ things }) => things)
      )
    },
    removeWords(words) {
      send(
        sql.removeWords,
        words.map(({ id }) => id)
      )
      const keys = typoKeysOf(words)
      send(
        sql.removeTypoKeys,
        keys.map(([key]) => key),
        keys.map(([, word]) => word)
      )
    },

    piecesAt: async (wanted) =>
      placed(
        wanted.length,
        await rows(
          sql.piecesAt,
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
      send(sql.changePieces)
    },
    removePieces(ids) {
      send(sql.removePieces, ids)
    },
    endLists(lists) {
      send(sql.endLists, lists)
    },

    noted: async (kind, beginnings) =>
      grouped(beginnings.length, await rows(sql.noted, kindNumbers[kind], beginnings), (cells) =>
        cells[0] === null ? null : notedWord(cells)
      ),
    async countBeginnings(kind, beginnings) {
      const found = await rows(sql.countBeginnings, kindNumbers[kind], beginnings)
      return placed(beginnings.length, found, ([count]) => Number(count)).map((count) => count ?? 0)
    },
    mostCommon: async (kind, beginnings) =>
      grouped(beginnings.length, await rows(sql.mostCommon, kindNumbers[kind], beginnings), notedWord),
    note(kind, words) {
      send(
        sql.note,
        kindNumbers[kind],
        words.map(({ beginning }) => beginning),
        words.map(({ rank }) => rank),
        words.map(({ word }) => word)
      )
    },
    forget(kind, beginnings) {
      send(sql.forget, kindNumbers[kind], beginnings)
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
