import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { dataState } from '../tables/import-sources.ts'
import { isImportStarting } from './import-lock.ts'

/** How long to leave the file alone, and how often: short, so that reading goes on before a small import has written. */
const restMs = 1
const mostRests = 50
const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/**
 * A read transaction that lasts: everything that is read is of one state of the data, whatever is imported meanwhile. Only the start of an
 * import, which changes the journal mode, needs a moment without it.
 */
export class ReadTransaction {
  /** Identifies the state of the data. */
  readonly state: string
  readonly #db: DatabaseSync
  readonly #path: string
  /** In WAL mode writers and readers do not disturb each other. */
  #isInWal = false

  constructor(db: DatabaseSync, path: string) {
    this.#db = db
    this.#path = path
    this.state = this.#begin()
  }

  /** Lets an import in that waits for this reader. To be called before every read. Throws `CommandError` when it wrote before reading went on. */
  giveWay(): void {
    if (this.#isInWal || !isImportStarting(this.#path)) return
    for (let rests = 0; rests < mostRests && !this.#isInWal; rests += 1) {
      this.#db.exec('COMMIT')
      Atomics.wait(sleeper, 0, 0, restMs)
      if (this.#begin() !== this.state)
        throw new CommandError(`${this.#path} was written to while it was read: start again.`)
    }
  }

  #begin(): string {
    this.#db.exec('BEGIN')
    const state = JSON.stringify(Object.values(this.#db.prepare(dataState).get() ?? {}))
    this.#isInWal = this.#db.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal'
    return state
  }
}
