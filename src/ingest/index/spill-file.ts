import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { NumberReader } from '../../search/numbers.ts'
import { GrowingBytes } from './byte-buffer.ts'

/** What is longer goes to the table: a few thousand heaps then take some megabytes. */
const longest = 4_096

/**
 * Entries made of numbers, put on numbered heaps as they come and read heap by heap, each in the order in which it grew: a sort that costs
 * nothing by comparison. Little of it is held in memory; the rest waits in a temporary table.
 */
export class Spool {
  readonly #db: DatabaseSync
  readonly #table: string
  readonly #mostHeld: number
  #bytes = new GrowingBytes()
  readonly #insert: StatementSync

  constructor(db: DatabaseSync, name: string, mostHeld = 6 * 2 ** 20) {
    this.#db = db
    this.#table = `temp.${name}`
    this.#mostHeld = mostHeld
    db.exec(`CREATE TABLE ${this.#table} (heap INTEGER, data BLOB)`)
    this.#insert = db.prepare(`INSERT INTO ${this.#table} VALUES (?, ?)`)
  }

  /** Whole numbers from 0 on, in heaps that are known by small numbers. */
  add(heap: number, entry: readonly number[]): void {
    this.#bytes.append(heap, entry)
    if (this.#bytes.lengthOf(heap) >= longest) this.#store(heap)
    else if (this.#bytes.held > this.#mostHeld) this.#storeAll()
  }

  /** Heaps in the order of their numbers, in one part or several that follow one another. Nothing is put there any more. */
  *read(): Generator<{ heap: number; numbers: NumberReader }> {
    this.#storeAll()
    this.#bytes = new GrowingBytes()
    const parts = this.#db.prepare(`SELECT heap, data FROM ${this.#table} ORDER BY heap, rowid`)
    for (const { heap, data } of parts.iterate()) {
      // As it was put there.
      yield { heap: Number(heap), numbers: new NumberReader(data as Uint8Array) }
    }
  }

  /** Lets go of what was put there, while nothing of the database is read. */
  end(): void {
    this.#db.exec(`DROP TABLE ${this.#table}`)
  }

  #storeAll(): void {
    for (let heap = 0; heap < this.#bytes.count; heap += 1) if (this.#bytes.lengthOf(heap) > 0) this.#store(heap)
  }

  #store(heap: number): void {
    this.#insert.run(heap, this.#bytes.take(heap))
  }
}
