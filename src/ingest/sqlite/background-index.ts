import { rmSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { tables } from '../../store/tables/schema.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { indexOf } from './replacing.ts'
import { indexTables } from './search-refresh.ts'

/** What the thread is told: that all posts up to one are in the file; null: that nothing changes any more. */
export type IndexOrder = number | null
/** What it tells: how many posts are in their place. */
export type IndexReport = number

/**
 * Makes the index of a new data set in a thread of its own. Posts are taken apart while others are still gathered, which is half of the work, and the
 * rest is done while the thread that writes the data set makes its suggestions: neither reads what the other writes. What comes of it waits in a
 * file beside the unfinished one.
 */
export class BackgroundIndex {
  /** Posts up to this one may have been read: whoever changes one of them notes it in `search_stale`. */
  upTo = 0
  readonly #file: string
  readonly #worker: Worker
  readonly #made: Promise<void>
  #isAttached = false

  constructor(path: string) {
    this.#file = indexOf(path)
    this.#remove()
    this.#worker = new Worker(new URL(`../index/index-worker${extname(import.meta.url)}`, import.meta.url), {
      // The thread reads and writes rows, and need not know of what they are records: that is a third of what it would load.
      workerData: { path, file: this.#file, tables },
      resourceLimits: { maxYoungGenerationSizeMb: 6 }
    })
    this.#made = new Promise((done, fail) => {
      this.#worker.once('error', fail)
      this.#worker.once('exit', (code) =>
        code === 0 ? done() : fail(new Error('the thread that makes the index ended early'))
      )
    })
    // It is asked for later, or not at all where not all could be gathered.
    this.#made.catch(() => {})
  }

  /** Posts up to this one are in the file. */
  take(upTo: number): void {
    this.upTo = upTo
    this.#tell(upTo)
  }

  /** All is in the file as it stays. Hears how many posts have found their place. */
  complete(onPosts: (done: number) => void): void {
    this.#worker.on('message', (done: IndexReport) => onPosts(done))
    this.#tell(null)
  }

  /** Writes it into the data set. */
  async moveInto(db: DatabaseSync): Promise<void> {
    await this.#made
    db.exec(searchIndexes)
    db.prepare('ATTACH ? AS beside').run(this.#file)
    this.#isAttached = true
    // Tables and indexes that are empty and look the same take rows over as they are.
    for (const table of indexTables) db.exec(`INSERT INTO ${table} SELECT * FROM beside.${table}`)
  }

  /** Whatever has become of it; behind the transaction. */
  async end(db: DatabaseSync): Promise<void> {
    await this.#worker.terminate()
    if (this.#isAttached && db.isOpen) db.exec('DETACH beside')
    this.#isAttached = false
    this.#remove()
  }

  #tell(order: IndexOrder): void {
    this.#worker.postMessage(order)
  }

  #remove(): void {
    for (const ending of ['', '-journal']) rmSync(this.#file + ending, { force: true })
  }
}
