import type { DatabaseSync } from 'node:sqlite'
import type { IndexStore } from '../../engines/search/index-store.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { otherIndexes, wordIndex } from '../../store/tables/search-indexes.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { searchedRows } from '../../store/tables/searched-rows.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { KeyFilter } from './key-filter.ts'
import { RunMerger } from './run-merger.ts'
import { cellsOfWord, searchedDocument, tableIndexStore, typoKeysOf, wordColumns } from './table-index-store.ts'

/** Pks have gaps, so there are no more documents. */
const mostDocuments = `SELECT ${['all_posts', 'users', 'all_live_rooms'].map((table) => `(SELECT coalesce(max(pk), 0) FROM ${table})`).join(' + ')}`

/** Any pk but that of a row. */
const someDocument = 0

/**
 * An index that is empty at first, in which all rows are stale: knowing that spares most lookups, and what is sorted at the end is written
 * once. The rows may be in another database. `finish` completes the index when no row is stale any more.
 */
export const newIndexStore = (
  rows: DatabaseSync,
  into: DatabaseSync,
  onPosts: (done: number) => void
): IndexStore & { finish(): void } => {
  const tables = sqliteTables(into)
  let lastWord = 0
  const index = tableIndexStore({ ...tables, lastIds: [0, 0], lastWord: () => lastWord })
  into.exec(`INSERT INTO search_sizes (kind, documents) VALUES ${Object.values(kindNumbers).map((kind) => `(${kind}, 0)`)};
    CREATE TEMP TABLE typo_keys (key INTEGER, word INTEGER)`)
  const documents = new Inserts(into, 'search_documents', ['kind', 'pk', 'key', 'words'])
  const typoKeys = new Inserts(into, 'temp.typo_keys', ['key', 'word'])
  const runs = new RunMerger(into)
  const keys = new KeyFilter(Number(arrays(rows.prepare(mostDocuments)).get()?.[0]))
  const stale = staleRows(rows)
  /** The rows taken last, with their pks. */
  let taken: readonly Cells[] = []
  let posts = 0

  const kindsWithWords = new Set<SearchKind>()
  /** Words are looked up only once a kind has more than one round takes. */
  let areWordsIndexed = false
  const withWords = () => {
    if (!areWordsIndexed) into.exec(wordIndex)
    areWordsIndexed = true
    return index
  }

  return {
    ...index,
    takeStale(most) {
      const next = stale(most)
      taken = next?.rows ?? []
      if (next === null) return null
      if (next.kind === 'posts') {
        // Counts posts of earlier calls only: all of them are done when the lists are written.
        if (posts % 10_000 === 0) onPosts(posts)
        posts += taken.length
      }
      return { kind: next.kind, pks: taken.map((cells) => Number(cells.at(-1))) }
    },
    noteBorrowers() {},
    indexed: (_, pks) => pks.map(() => null),
    searched: (kind, _, vocabulary) => taken.map((cells) => searchedDocument(kind, cells, vocabulary)),
    // A key that may be taken counts as taken: the next one does as well.
    holders: (kind, wanted) => wanted.map((key) => (keys.mayHave(kind, key) ? someDocument : null)),
    writeDocuments(kind, written) {
      for (const { pk, key, words } of written) {
        keys.add(kind, key)
        documents.add(kindNumbers[kind], pk, key, words)
      }
    },

    wordNumbers: (kind, words) =>
      kindsWithWords.has(kind) ? withWords().wordNumbers(kind, words) : words.map(() => null),
    addWords(words) {
      for (const { id, kind } of words.slice(-1)) {
        lastWord = id
        kindsWithWords.add(kind)
      }
      tables.insert('search_words', wordColumns, words.map(cellsOfWord))
      for (const cells of typoKeysOf(words)) typoKeys.add(...cells)
    },
    countBeginnings: (kind, beginnings) => withWords().countBeginnings(kind, beginnings),
    mostCommon: (kind, beginnings) => withWords().mostCommon(kind, beginnings),

    blocksAt: (wanted) => wanted.map(() => null),
    writeBlocks: (blocks) => runs.add(blocks),
    finish() {
      documents.finish()
      typoKeys.finish()
      runs.finish()
      withWords()
      into.exec(`INSERT INTO search_typo_keys SELECT DISTINCT key, word FROM temp.typo_keys ORDER BY key, word;
        DROP TABLE temp.typo_keys; ${otherIndexes}`)
    }
  }
}

/** Reads all rows that are searched, kind by kind and some at a time: in between, a writer can restart its journal. */
const staleRows = (db: DatabaseSync) => {
  const kinds = (['users', 'live', 'posts'] as const).map((kind) => {
    const { from, isSearched, pk, standing, texts } = searchedRows[kind]
    // SQLite prepares a statement again for each value of a bare limit parameter.
    const sql = `SELECT ${standing}, ${texts}, ${pk} FROM ${from} WHERE ${pk} > ? AND ${isSearched} ORDER BY ${pk} LIMIT ? + 0`
    return { kind, read: arrays(db.prepare(sql)) }
  })
  let last = 0
  return (most: number): { kind: SearchKind; rows: Cells[] } | null => {
    for (let [current] = kinds; current !== undefined; [current] = kinds) {
      const rows = current.read.all(last, most)
      last = Number(rows.at(-1)?.at(-1) ?? 0)
      if (rows.length > 0) return { kind: current.kind, rows }
      kinds.shift()
    }
    return null
  }
}
