import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { NumberReader } from '../../engines/search/numbers.ts'
import { ByteBuffer } from './byte-buffer.ts'

/** Longer buckets are written to the table: a few thousand buckets take some megabytes. */
const longest = 4_096

/**
 * Bucket sort on disk: entries of numbers are appended to numbered buckets and read bucket by bucket, in order of insertion. Little is held
 * in memory; the rest is in a temporary table.
 */
export class SpillFile {
  readonly #db: DatabaseSync
  readonly #table: string
  readonly #mostHeld: number
  #bytes = new ByteBuffer()
  readonly #insert: StatementSync

  constructor(db: DatabaseSync, name: string, mostHeld = 6 * 2 ** 20) {
    this.#db = db
    this.#table = `temp.${name}`
    this.#mostHeld = mostHeld
    db.exec(`CREATE TABLE ${this.#table} (heap INTEGER, data BLOB)`)
    this.#insert = db.prepare(`INSERT INTO ${this.#table} VALUES (?, ?)`)
  }

  /** Appends an entry of non-negative integers to a bucket. */
  add(heap: number, entry: readonly number[]): void {
    this.#bytes.append(heap, entry)
    if (this.#bytes.lengthOf(heap) >= longest) this.#store(heap)
    else if (this.#bytes.held > this.#mostHeld) this.#storeAll()
  }

  /** Buckets in order of their numbers, each in one or several consecutive parts. No more entries may be added. */
  *read(): Generator<{ heap: number; numbers: NumberReader }> {
    this.#storeAll()
    this.#bytes = new ByteBuffer()
    const parts = this.#db.prepare(`SELECT heap, data FROM ${this.#table} ORDER BY heap, rowid`)
    for (const { heap, data } of parts.iterate()) {
      // The data are those that `add` wrote.
      yield { heap: Number(heap), numbers: new NumberReader(data as Uint8Array) }
    }
  }

  /** Drops the temporary table; no statement may be reading. */
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
