import type { DatabaseSync } from 'node:sqlite'
import { writeWords } from '../../engines/search/indexed-words.ts'
import { updateTopWords } from '../../engines/search/prefixes.ts'
import { run, type SearchKind } from '../../engines/search/store.ts'
import { Vocabulary } from '../../engines/search/vocabulary.ts'
import { atOnce } from '../../store/sqlite/search.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { SpillFile } from '../tables/spill-file.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { sqliteTables } from '../tables/sqlite-tables.ts'
import { StoredWords } from './stored-words.ts'
import { tableIndexStore } from './table-index-store.ts'
import { WordLists } from './word-lists.ts'

/** Memory limits of index building. */
export type MostHeld = {
  /** Words with an in-memory number, and lists written at a time. */
  words: number
  /** Bytes of unfinished blocks of lists. */
  blocks: number
}
/**
 * Two million posts have some two hundred thousand words. Below 2^24 bytes there are fewer than 2^19 blocks, and no array grows beyond
 * that.
 */
const mostHeld: MostHeld = { words: 2 ** 17, blocks: 15 * 2 ** 20 }

/** Words whose prefixes are counted at a time. */
const wordsAtOnce = 2 ** 12

/** Receives the documents of one kind in key order. */
export type KindIndex = {
  /** Collects the words of the next document. */
  words: Vocabulary
  /** Skips a key that the previous document already has. */
  place: (key: number, pk: number) => void
  finish: (documents: number) => void
}

/**
 * Writes search's words and posting lists. Documents come in key order, so lists only grow at their end. Lists of in-memory words are written
 * as documents arrive; documents of other words wait until all have arrived.
 */
export class IndexWriter {
  readonly #db: DatabaseSync
  readonly #mostWords: number
  readonly #lists: WordLists
  readonly #documents: Inserts
  /** Word numbers are unique across kinds. */
  #lastId = 0

  constructor(db: DatabaseSync, { words, blocks } = mostHeld) {
    this.#db = db
    this.#mostWords = words
    this.#lists = new WordLists(db, words, blocks)
    this.#documents = new Inserts(db, 'search_documents', ['kind', 'pk', 'key', 'words'])
  }

  /** Starts the lists of one kind. Kinds are finished one after the other. */
  kind(kind: SearchKind): KindIndex {
    const mostWords = this.#mostWords
    this.#lists.begin(kind, this.#lastId)
    const stored = new StoredWords(this.#db, kind, mostWords)
    const words = new Vocabulary(stored)
    /** Postings of words without an in-memory list, by bucket: word, key and fields. */
    const waiting = new SpillFile(this.#db, `waiting_${kind}`)
    /** In-memory words are renumbered in order of appearance; 0 for those not seen. */
    const places = new Uint32Array(mostWords)
    const met: number[] = []
    const ids: number[] = []
    let last = -1
    return {
      words,
      place: (wanted, pk) => {
        const key = Math.max(wanted, last + 1)
        last = key
        ids.length = 0
        for (let at = 0; at < words.numbers.length; at += 1) {
          const number = words.numbers[at] ?? 0
          const fields = words.fields[at] ?? 0
          if (number < mostWords) {
            let place = places[number] ?? 0
            if (place === 0) {
              place = met.push(number)
              places[number] = place
            }
            ids.push(this.#lastId + place)
            this.#lists.add(place, key, fields)
          } else {
            ids.push(this.#lastId + number + 1)
            waiting.add(Math.floor(number / mostWords), [(number % mostWords) + 1, key, fields])
          }
        }
        this.#documents.add(kindNumbers[kind], pk, key, writeWords(ids, words.fields))
      },
      finish: (count) => {
        this.#lists.end(met.values().map((number) => stored.heldOf(number)))
        const others = stored.others()
        let heap = 0
        for (const { heap: next, numbers } of waiting.read()) {
          for (; heap < next; heap += 1) {
            if (heap > 0) this.#lists.end(others)
            this.#lists.begin(kind, this.#lastId + (heap + 1) * mostWords)
          }
          while (!numbers.isAtEnd) this.#lists.add(numbers.next(), numbers.next(), numbers.next())
        }
        if (heap > 0) this.#lists.end(others)
        this.#lastId += stored.size > mostWords ? stored.size : met.length
        others.return(undefined)
        waiting.end()
        stored.end()
        words.forget()
        this.#db.prepare('INSERT INTO search_sizes (kind, documents) VALUES (?, ?)').run(kindNumbers[kind], count)
      }
    }
  }

  finish(): void {
    this.#documents.finish()
    this.#lists.finish()
    // Those of one prefix come together, so some thousands at a time write few prefixes twice.
    const store = tableIndexStore({ ...sqliteTables(this.#db), lastIds: undefined, lastWord: () => this.#lastId })
    const next = arrays(
      this.#db.prepare(`SELECT word, id, documents FROM search_words WHERE kind = ? AND word > ?
      ORDER BY word LIMIT ${wordsAtOnce}`)
    )
    // The declaration has the kinds.
    for (const [kind, number] of Object.entries(kindNumbers) as [SearchKind, number][]) {
      for (let words = next.all(number, ''); words.length > 0; words = next.all(number, words.at(-1)?.[0] ?? '')) {
        const counted = words.map(([word, id, documents]) => ({
          ...{ id: Number(id), word: String(word), documents: Number(documents), before: 0 }
        }))
        atOnce(run(updateTopWords(kind, counted), store))
      }
    }
  }
}
