import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { fieldsOfLists, listOf } from '../../engines/search/fields.ts'
import { typoKeys } from '../../engines/search/spelling.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { kindNumbers, typoKeyNumber } from '../../store/tables/search-keys.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { UnfinishedLists } from './unfinished-lists.ts'

/** Marks the last block of each list that has none marked. */
const endLists = `UPDATE search_blocks AS block SET is_last = 1
  WHERE is_last = 0 AND NOT EXISTS (SELECT 1 FROM search_blocks WHERE list = block.list AND last > block.last)`

/** Writes words and their lists in batches, so that memory is bounded. */
export class WordLists {
  readonly #mostWords: number
  readonly #lists: UnfinishedLists
  /** Number of documents per word of the batch. */
  readonly #documents: Uint32Array
  /** Kind of the words, and the number before the first of them. */
  #kind: SearchKind = 'posts'
  #masks = fieldsOfLists.posts
  #before = 0
  readonly #blocks: StatementSync
  readonly #words: Inserts
  readonly #typoKeys: Inserts
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync, mostWords: number, mostBytes: number) {
    this.#db = db
    this.#mostWords = mostWords
    this.#documents = new Uint32Array(mostWords + 1)
    this.#lists = new UnfinishedLists((list, last, data) => this.#keep(list, last, 0, data), mostBytes)
    db.exec('CREATE TEMP TABLE typo_keys (key INTEGER, word INTEGER)')
    this.#blocks = db.prepare('INSERT INTO search_blocks (list, last, is_last, data) VALUES (?, ?, ?, ?)')
    this.#words = new Inserts(db, 'search_words', ['id', 'kind', 'word', 'documents'])
    this.#typoKeys = new Inserts(db, 'typo_keys', ['key', 'word'])
  }

  /** Starts the batch after a word number. */
  begin(kind: SearchKind, before: number): void {
    this.#kind = kind
    this.#masks = fieldsOfLists[kind]
    this.#before = before
    this.#documents.fill(0)
  }

  /** Adds a posting to a word of the batch, numbered from 1. Keys ascend per word. */
  add(word: number, key: number, fields: number): void {
    this.#documents[word] = (this.#documents[word] ?? 0) + 1
    const masks = this.#masks
    for (let part = 0; part < masks.length; part += 1) {
      const ofPart = fields & (masks[part] ?? 0)
      if (ofPart !== 0) this.#lists.add(listOf(word, part), key, ofPart)
    }
  }

  /** All postings of the batch are in: writes its words, which come in number order. */
  end(words: Iterator<string>): void {
    this.#lists.finish((list, last, data) => this.#keep(list, last, 1, data))
    for (let at = 1; at <= this.#mostWords; at += 1) {
      const { done, value: word } = words.next()
      if (done === true) return
      const documents = this.#documents[at] ?? 0
      // It occurred only in an outdated version.
      if (documents === 0) continue
      const id = this.#before + at
      this.#words.add(id, kindNumbers[this.#kind], word, documents)
      for (const key of typoKeys(word)) this.#typoKeys.add(typoKeyNumber(this.#kind, key), id)
    }
  }

  /** All words are written: creates their index. */
  finish(): void {
    this.#words.finish()
    this.#typoKeys.finish()
    this.#db.exec(`
      INSERT INTO search_typo_keys SELECT DISTINCT key, word FROM typo_keys ORDER BY key, word;
      DROP TABLE typo_keys;
      ${searchIndexes}`)
    if (this.#lists.wasFull) this.#db.exec(endLists)
  }

  #keep(list: number, last: number, isLast: number, data: Uint8Array): void {
    this.#blocks.run(list + listOf(this.#before, 0), last, isLast, data)
  }
}
