import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A map from text to number. Some entries are in memory; the rest is in a temporary table. */
export class NumbersByText {
  readonly #db: DatabaseSync
  readonly #table: string
  readonly #mostHeld: number
  readonly #held = new Map<string, number>()
  /** Null while all entries are in memory. */
  #find: StatementSync | null = null

  constructor(db: DatabaseSync, name: string, mostHeld = 2 ** 16) {
    this.#db = db
    this.#table = `temp.numbers_of_${name}`
    this.#mostHeld = mostHeld
  }

  set(text: string, number: number): void {
    if (this.#held.size >= this.#mostHeld) this.#store()
    this.#held.set(text, number)
  }

  get(text: string): number | undefined {
    const number = this.#held.get(text) ?? this.#find?.get(text)?.number
    return typeof number === 'number' ? number : undefined
  }

  #store(): void {
    if (this.#find === null) {
      this.#db.exec(`CREATE TABLE ${this.#table} (text TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID`)
      this.#find = this.#db.prepare(`SELECT number FROM ${this.#table} WHERE text = ?`)
    }
    const store = this.#db.prepare(`INSERT OR REPLACE INTO ${this.#table} VALUES (?, ?)`)
    // Sorted, so that each page is written once.
    for (const text of [...this.#held.keys()].sort()) store.run(text, this.#held.get(text) ?? 0)
    this.#held.clear()
  }
}
