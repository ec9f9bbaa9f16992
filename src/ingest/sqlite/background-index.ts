import { rmSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { tables } from '../../store/tables/schema.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { indexOf } from './replacing.ts'
import { indexTables } from './search-refresh.ts'

/**
 * Builds the index of a new data set in a worker thread, from its complete rows, while the main thread derives the rest from them; neither
 * reads what the other writes. The result waits in a file beside the unfinished data set.
 */
export class BackgroundIndex {
  readonly #file: string
  readonly #worker: Worker
  readonly #made: Promise<void>
  #isAttached = false

  /** Calls back with the number of posts done. */
  constructor(path: string, onPosts: (done: number) => void) {
    this.#file = indexOf(path)
    this.#remove()
    this.#worker = new Worker(new URL(`../index/index-worker${extname(import.meta.url)}`, import.meta.url), {
      // The worker needs rows only, no records; loading those would add half to its imports.
      workerData: { path, file: this.#file, tables },
      resourceLimits: { maxYoungGenerationSizeMb: 6 }
    })
    this.#worker.on('message', onPosts)
    this.#made = new Promise((done, fail) => {
      this.#worker.once('error', fail)
      this.#worker.once('exit', (code) =>
        code === 0 ? done() : fail(new Error('the thread that makes the index ended early'))
      )
    })
    // The result is awaited later, or never when the import fails.
    this.#made.catch(() => {})
  }

  /** Copies the index into the data set. */
  async moveInto(db: DatabaseSync): Promise<void> {
    await this.#made
    db.exec(searchIndexes)
    db.prepare('ATTACH ? AS beside').run(this.#file)
    this.#isAttached = true
    // SQLite copies pages between identical, empty tables and indexes without parsing rows.
    for (const table of indexTables) db.exec(`INSERT INTO ${table} SELECT * FROM beside.${table}`)
  }

  /** Whatever happened; called after the transaction. */
  async end(db: DatabaseSync): Promise<void> {
    await this.#worker.terminate()
    if (this.#isAttached && db.isOpen) db.exec('DETACH beside')
    this.#isAttached = false
    this.#remove()
  }

  #remove(): void {
    for (const ending of ['', '-journal']) rmSync(this.#file + ending, { force: true })
  }
}
