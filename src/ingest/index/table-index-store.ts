import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { IndexedWord, IndexStore, NotedWord, SearchedDocument, Stale } from '../../engines/search/index-store.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import type { Vocabulary } from '../../engines/search/vocabulary.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowRead, SqlParameter } from '../../store/tables/row-statements.ts'
import { highest, kindNumbers, kindOf, typoKeyNumbers } from '../../store/tables/search-keys.ts'
import { searchedRows, searchKeyOf } from '../../store/tables/searched-rows.ts'
import { noteStaleRows } from '../stale/stale-rows.ts'
import type { RowTables } from '../tables/row-tables.ts'
import * as sql from './index-statements.ts'
import { staleKinds } from './stale-kinds.ts'

type IndexTables = RowTables & {
  /** The initial row of `lastIds`. */
  readonly lastIds: Cells | undefined
  lastWord(): Awaitable<number>
}

/** The index in the tables of a database. */
export const tableIndexStore = (tables: IndexTables): IndexStore => {
  /** Columns contain the keys of posts and users. */
  const noteKeys = (kind: SearchKind, pks: readonly number[]) => {
    if (kind !== 'live') noteStaleRows(tables, kind, pks)
  }
  let lastBlock = Number(tables.lastIds?.[0])
  let lastDocument = Number(tables.lastIds?.[1])

  const first = <T>(read: RowRead, rows: readonly SqlParameter[][], readRow: (cells: Cells) => T) =>
    andThen(tables.first(read, rows), (found) => found.map((cells) => (cells === undefined ? null : readRow(cells))))
  const all = <T>(read: RowRead, rows: readonly SqlParameter[][], readRow: (cells: Cells) => T) =>
    andThen(tables.all(read, rows), (found) => found.map((cells) => cells.map(readRow)))

  const takeStale = (
    most: number,
    [next, ...others]: readonly (typeof staleKinds)[number][]
  ): Awaitable<Stale | null> => {
    if (next === undefined) return null
    const [kind, number] = next
    return andThen(
      all(sql.stale, [[number, most]], ([pk]) => Number(pk)),
      ([found = []]) => {
        if (found.length === 0) return takeStale(most, others)
        const pks = found.sort((a, b) => a - b)
        tables.change(sql.removeStale, [[number, pks.at(-1) ?? 0]])
        return { kind, pks }
      }
    )
  }

  return {
    takeStale: (most) => takeStale(most, staleKinds),
    noteBorrowers(of, pks) {
      tables.change(sql.noteBorrowers[of], singles(pks))
      if (of === 'users') tables.change(sql.noteRooms, singles(pks))
    },

    indexed: (kind, pks) =>
      first(sql.indexed, ofKind(kind, pks), ([key, words]) => ({
        key: Number(key),
        // The column contains bytes only.
        words: words as Uint8Array
      })),
    searched: (kind, pks, vocabulary) =>
      first(sql.searched[kind], singles(pks), (cells) => searchedDocument(kind, cells, vocabulary)),
    holders: (kind, keys) => first(sql.holders, ofKind(kind, keys), ([pk]) => Number(pk)),
    writeDocuments(kind, documents) {
      tables.change(
        sql.writeDocuments,
        documents.map(({ pk, key, words }) => [++lastDocument, kindNumbers[kind], pk, key, words])
      )
      noteKeys(
        kind,
        documents.filter(({ isMoved }) => isMoved).map(({ pk }) => pk)
      )
    },
    removeDocuments(kind, pks) {
      tables.change(sql.removeDocuments, ofKind(kind, pks))
      noteKeys(kind, pks)
    },
    addToSize: (kind, documents) => tables.change(sql.addToSize, ofKind(kind, [documents])),

    lastWord: tables.lastWord,
    wordNumbers: (kind, words) => first(sql.wordNumbers, ofKind(kind, words), ([id]) => Number(id)),
    words: (ids) =>
      andThen(tables.first(sql.wordsById, singles(ids)), (found) =>
        ids.flatMap((id, index): IndexedWord[] => {
          const [kindNumber, word, documents] = found[index] ?? []
          const kind = kindOf.get(Number(kindNumber))
          return kind === undefined ? [] : [{ id, kind, word: String(word), documents: Number(documents) }]
        })
      ),
    addWords(words) {
      tables.insert('search_words', wordColumns, words.map(cellsOfWord))
      tables.insert('search_typo_keys', ['key', 'word'], typoKeysOf(words))
    },
    countWords: (words) =>
      tables.change(
        sql.countWords,
        words.map(({ id, documents }) => [id, documents])
      ),
    removeWords(words) {
      tables.change(sql.removeWords, singles(words.map(({ id }) => id)))
      tables.change(sql.removeTypoKeys, typoKeysOf(words))
    },

    blocksAt: (wanted) =>
      first(
        sql.blocksAt,
        wanted.map(({ list, key }) => [list, key]),
        ([id, last, isLast, data]) => ({
          id: Number(id),
          last: Number(last),
          isLast: isLast === 1,
          // The column contains bytes only.
          data: data as Uint8Array
        })
      ),
    writeBlocks(blocks) {
      const added: SqlParameter[][] = []
      const changed: SqlParameter[][] = []
      const refilled: SqlParameter[][] = []
      for (const { before, list, last, isLast, data } of blocks) {
        if (before === null) added.push([++lastBlock, list, last, isLast ? 1 : 0, data])
        else if (before.last === last && before.isLast === isLast) refilled.push([before.id, data])
        else changed.push([before.id, last, isLast ? 1 : 0, data])
      }
      tables.insert('search_blocks', ['id', 'list', 'last', 'is_last', 'data'], added)
      tables.change(sql.changeBlocks, changed)
      tables.change(sql.changeData, refilled)
    },
    removeBlocks: (ids) => tables.change(sql.removeBlocks, singles(ids)),
    endLists: (lists) => tables.change(sql.endLists, singles(lists)),

    noted: (kind, beginnings) =>
      all(sql.noted, ofKind(kind, beginnings), (cells) => (cells[0] === null ? null : notedWord(cells))),
    countBeginnings: (kind, beginnings) =>
      andThen(
        first(sql.countBeginnings, rangesOf(kind, beginnings), ([count]) => Number(count)),
        (counts) => counts.map((count) => count ?? 0)
      ),
    mostCommon: (kind, beginnings) => all(sql.mostCommon, rangesOf(kind, beginnings), notedWord),
    note: (kind, words) =>
      tables.change(
        sql.note,
        words.map(({ beginning, rank, word }) => [kindNumbers[kind], beginning, rank, word])
      ),
    forget: (kind, beginnings) => tables.change(sql.forget, ofKind(kind, beginnings))
  }
}

/** Reads a searchable row from the cells of its `standing` and `texts`. */
export const searchedDocument = (kind: SearchKind, cells: Cells, vocabulary: Vocabulary): SearchedDocument => {
  vocabulary.begin()
  searchedRows[kind].put(vocabulary.put, cells.slice(3))
  return { key: searchKeyOf(kind, cells), words: [...vocabulary.numbers], fields: [...vocabulary.fields] }
}

const singles = (values: readonly SqlParameter[]): SqlParameter[][] => values.map((value) => [value])
const ofKind = (kind: SearchKind, values: readonly SqlParameter[]): SqlParameter[][] =>
  values.map((value) => [kindNumbers[kind], value])
const rangesOf = (kind: SearchKind, beginnings: readonly string[]): SqlParameter[][] =>
  beginnings.map((beginning) => [kindNumbers[kind], beginning, beginning + highest])

export const wordColumns = ['id', 'kind', 'word', 'documents']
export const cellsOfWord = ({ id, kind, word, documents }: IndexedWord): SqlParameter[] => [
  ...[id, kindNumbers[kind], word, documents]
]

export const typoKeysOf = (words: readonly IndexedWord[]): (readonly [key: number, word: number])[] =>
  words.flatMap(({ id, kind, word }) => [...typoKeyNumbers(kind, word)].map((key) => [key, id] as const))

const notedWord = ([id, word, documents]: Cells): NotedWord => ({
  id: Number(id),
  word: String(word),
  documents: Number(documents)
})
