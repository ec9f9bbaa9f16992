import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { NumberedWords } from '../../engines/search/numbered-words.ts'
import type { WordNumbers } from '../../engines/search/vocabulary.ts'
import { arrays } from '../tables/sqlite-arrays.ts'

/**
 * Numbers for the words of one kind, in order of appearance, for any number of words. The first words stay in memory, among them nearly all
 * that repeat; the others are in a temporary table.
 */
export class StoredWords implements WordNumbers {
  readonly #db: DatabaseSync
  readonly #table: string
  readonly #mostHeld: number
  readonly #mostRecent: number
  #first = new NumberedWords()
  /** Recent words that are not stored yet, numbered from this on. */
  #recent = new NumberedWords()
  #before: number
  /** Null while no word is stored. */
  #find: StatementSync | null = null

  constructor(db: DatabaseSync, name: string, mostHeld: number, mostRecent = 2 ** 16) {
    this.#db = db
    this.#table = `temp.words_of_${name}`
    this.#mostHeld = mostHeld
    this.#mostRecent = mostRecent
    this.#before = mostHeld
  }

  /** All numbers are lower. */
  get size(): number {
    return this.#first.size < this.#mostHeld ? this.#first.size : this.#before + this.#recent.size
  }

  numberOf(word: string): number {
    const first = this.#first.find(word)
    if (first >= 0) return first
    if (this.#first.size < this.#mostHeld) return this.#first.numberOf(word)
    const recent = this.#recent.find(word)
    if (recent >= 0) return this.#before + recent
    const stored = this.#find?.get(word)?.number
    if (typeof stored === 'number') return stored
    if (this.#recent.size === this.#mostRecent) this.#store()
    return this.#before + this.#recent.numberOf(word)
  }

  /** The word of an in-memory number. */
  heldOf(number: number): string {
    return this.#first.wordOf(number)
  }

  /** All other words in number order. None may be added any more. */
  *others(): Generator<string> {
    if (this.#recent.size === 0) return
    this.#store()
    const words = arrays(this.#db.prepare(`SELECT word FROM ${this.#table} ORDER BY number`))
    for (const [word] of words.iterate()) yield String(word)
  }

  /** Drops all words. */
  end(): void {
    this.#first = new NumberedWords()
    if (this.#find !== null) this.#db.exec(`DROP TABLE ${this.#table}`)
    this.#find = null
  }

  #store(): void {
    if (this.#find === null) {
      this.#db.exec(`CREATE TABLE ${this.#table} (word TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID`)
      this.#find = this.#db.prepare(`SELECT number FROM ${this.#table} WHERE word = ?`)
    }
    const store = this.#db.prepare(`INSERT INTO ${this.#table} VALUES (?, ?)`)
    const recent = this.#recent
    const words = Array.from({ length: recent.size }, (_, number) => ({ word: recent.wordOf(number), number }))
    // Sorted, so that each page is written once.
    words.sort((one, other) => (one.word < other.word ? -1 : 1))
    for (const { word, number } of words) store.run(word, this.#before + number)
    this.#before += recent.size
    this.#recent = new NumberedWords()
  }
}
