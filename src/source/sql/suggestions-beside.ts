import { rmSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { suggestionsOf } from './replacing.ts'
import { noteMade, suggestionTables } from './suggestion-builder.ts'

/**
 * Makes the suggestions of a data set in a thread of its own, while the one that writes it fills its index: each takes about as long as the
 * other, and neither reads what the other writes. The rows must be in the file. What comes of it waits in a file beside it.
 */
export class SuggestionsBeside {
  readonly #file: string
  readonly #worker: Worker
  readonly #made: Promise<void>
  #isAttached = false

  constructor(path: string) {
    this.#file = suggestionsOf(path)
    this.#remove()
    this.#worker = new Worker(new URL(`./suggestions-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { path, file: this.#file },
      // Most of what it makes stays until the end.
      resourceLimits: { maxYoungGenerationSizeMb: 6 }
    })
    this.#made = new Promise((done, fail) => {
      this.#worker.once('error', fail)
      this.#worker.once('exit', (code) =>
        code === 0 ? done() : fail(new Error('the thread that makes suggestions ended early'))
      )
    })
    // It is asked for later, or not at all where the index cannot be filled.
    this.#made.catch(() => {})
  }

  /** Writes them into the data set, within the transaction that fills its index. */
  async moveInto(db: DatabaseSync): Promise<void> {
    await this.#made
    db.prepare('ATTACH ? AS beside').run(this.#file)
    this.#isAttached = true
    for (const table of suggestionTables) db.exec(`INSERT INTO ${table} SELECT * FROM beside.${table}`)
    noteMade(db)
  }

  /** Whatever has become of it; behind the transaction. */
  async end(db: DatabaseSync): Promise<void> {
    await this.#worker.terminate()
    if (this.#isAttached) db.exec('DETACH beside')
    this.#remove()
  }

  #remove(): void {
    for (const ending of ['', '-journal']) rmSync(this.#file + ending, { force: true })
  }
}
