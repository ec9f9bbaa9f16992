import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { dataState } from '../tables/import-sources.ts'
import { isImportStarting } from './import-lock.ts'

/** Length of a pause that lets an import begin: short, so that reading resumes before a small import has written. */
const restMs = 1
const mostRests = 50
const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/**
 * A long read transaction, in which all reads see one state of the data regardless of imports. It is released only for a moment when an import
 * starts, which changes the journal mode.
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

  /** Lets a waiting import begin. To be called before every read. Throws `CommandError` if the import wrote before reading resumed. */
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
