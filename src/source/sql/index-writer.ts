import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { fieldsOfLists, listOf } from '../search/fields.ts'
import { writeWords } from '../search/indexed-words.ts'
import { pkOf, rankOf } from '../search/keys.ts'
import { withRoom } from '../search/room.ts'
import type { SearchKind } from '../search/store.ts'
import { typoKeys } from '../search/typos.ts'
import { Vocabulary } from '../search/vocabulary.ts'
import { arrays } from './arrays.ts'
import { Inserts } from './inserts.ts'
import { searchIndexes } from './search-indexes.ts'
import { beginningsOf, kindNumbers, typoKeyNumber } from './search-store.ts'
import { UnfinishedLists } from './unfinished-lists.ts'

/** Marks the last piece of each list that has none marked. */
const endLists = `UPDATE search_pieces AS piece SET is_last = 1
  WHERE is_last = 0 AND NOT EXISTS (SELECT 1 FROM search_pieces WHERE list = piece.list AND last > piece.last)`

/** Takes in the things of one kind, in the order of their keys. */
export type KindIndex = {
  /** Where the words of a thing are put before it is placed. */
  words: Vocabulary
  place: (key: number) => void
  finish: (things: number) => void
}

/**
 * Writes the lists of every word. Things come in the order of their keys, so each list grows at its end only: what is held in memory is the
 * unfinished piece of each word.
 */
export class IndexWriter {
  readonly #db: DatabaseSync
  readonly #pieces: StatementSync
  readonly #things: Inserts
  readonly #words: Inserts
  readonly #typoKeys: Inserts
  readonly #beginnings: Inserts
  readonly #lists: UnfinishedLists
  /** Words have numbers that tell them apart whatever they are words of. */
  #lastId = 0

  /** `mostHeld`: bytes of pieces that are held until they are full. */
  constructor(db: DatabaseSync, mostHeld?: number) {
    this.#db = db
    this.#lists = new UnfinishedLists((list, last, data) => this.#pieces.run(list, last, 0, data), mostHeld)
    db.exec('CREATE TEMP TABLE typo_keys (key INTEGER, word INTEGER)')
    this.#pieces = db.prepare('INSERT INTO search_pieces (list, last, is_last, data) VALUES (?, ?, ?, ?)')
    this.#things = new Inserts(db, 'search_things', ['kind', 'pk', 'rank', 'words'])
    this.#words = new Inserts(db, 'search_words', ['id', 'kind', 'word', 'things'])
    this.#typoKeys = new Inserts(db, 'typo_keys', ['key', 'word'])
    this.#beginnings = new Inserts(db, 'search_beginnings', ['kind', 'beginning', 'rank', 'word'])
  }

  /** Writes the lists of one kind of things. One kind is finished before the next begins. */
  kind(kind: SearchKind): KindIndex {
    const words = new Vocabulary()
    const masks = fieldsOfLists[kind]
    const before = this.#lastId
    /** By number of the vocabulary: how many of the words that were met came before, and the word itself; 0 where it was not met. */
    let places = new Uint32Array(1024)
    /** Words that were met, in that order, by their numbers; and in how many things each stands. */
    const met: number[] = []
    const things: number[] = []
    /** Of the thing at hand. */
    const ids: number[] = []
    return {
      words,
      place: (key) => {
        places = withRoom(places, words.words.size)
        ids.length = 0
        for (let at = 0; at < words.numbers.length; at += 1) {
          const number = words.numbers[at] ?? 0
          let place = places[number] ?? 0
          if (place === 0) {
            place = met.push(number)
            things.push(0)
            places[number] = place
          }
          things[place - 1] = (things[place - 1] ?? 0) + 1
          ids.push(before + place)
          const fields = words.fields[at] ?? 0
          for (let part = 0; part < masks.length; part += 1) {
            const ofPart = fields & (masks[part] ?? 0)
            if (ofPart !== 0) this.#lists.add(listOf(before + place, part), key, ofPart)
          }
        }
        this.#things.add(kindNumbers[kind], pkOf(key), rankOf(key), writeWords(ids, words.fields))
      },
      finish: (count) => {
        const number = kindNumbers[kind]
        for (const [at, wordNumber] of met.entries()) {
          const word = words.words.wordOf(wordNumber)
          const id = before + at + 1
          this.#words.add(id, number, word, things[at] ?? 0)
          for (const key of typoKeys(word)) this.#typoKeys.add(typoKeyNumber(kind, key), id)
        }
        this.#lastId = before + met.length
        this.#db.prepare('INSERT INTO search_sizes (kind, things) VALUES (?, ?)').run(number, count)
        words.forget()
        places = new Uint32Array(1024)
        met.length = 0
        things.length = 0
      }
    }
  }

  finish(): void {
    this.#lists.finish((list, last, data) => this.#pieces.run(list, last, 1, data))
    this.#things.finish()
    this.#words.finish()
    this.#typoKeys.finish()
    this.#db.exec(`
      INSERT INTO search_typo_keys SELECT DISTINCT key, word FROM typo_keys ORDER BY key, word;
      DROP TABLE typo_keys;
      ${searchIndexes}`)
    if (this.#lists.wasFull) this.#db.exec(endLists)
    const sorted = arrays(this.#db.prepare('SELECT kind, word, id, things FROM search_words ORDER BY kind, word'))
    for (const { kind, beginning, words } of beginningsOf(sorted.iterate())) {
      for (const [rank, word] of words.entries()) this.#beginnings.add(kind, beginning, rank, word)
    }
    this.#beginnings.finish()
  }
}
