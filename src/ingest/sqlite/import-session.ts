import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { realPathOf } from '../../core/regular-file.ts'
import { changeHeld } from '../../core/stop-gate.ts'
import { besides } from '../../store/sqlite/backup.ts'
import { lockFileOf, lockForImport } from '../../store/sqlite/import-lock.ts'
import { indexes } from '../../store/tables/schema.ts'
import { makeSuggestions, noteMade } from '../index/suggestion-builder.ts'
import { countRows, readCounts } from '../merge/derived.ts'
import type { ImportSession, OnProgress, RowCounts } from '../merge/merge-store.ts'
import { WouldReplace } from '../merge/replaced.ts'
import { noteAllGroups } from '../stale/stale-statements.ts'
import { hidePosts, showPosts } from '../tables/hidden-posts.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { BackgroundIndex } from './background-index.ts'
import { refreshDerived } from './derived-refresh.ts'
import { deriveFromPosts, sqliteMergeStore } from './merge-store.ts'
import { contentsOf, isInterrupted, journalWithin, keepRemovals, openExisting, openPart } from './opening.ts'
import { refusalOf } from './refusals.ts'
import { indexOf, partOf, putInPlace, removeWithBesides } from './replacing.ts'

type FileSessionOptions = {
  /** The data set. A new one takes its place when complete. */
  path: string
  /** Starts a new data set even if one exists. */
  replaces: boolean
  /** Posts of a data set of `clipgraph seed` that is replaced unasked, at most. */
  replacesSeedUpTo?: number | undefined
  /** Resumes an interrupted import. Throws `CommandError` without one. */
  resumes: boolean
  /** Changes the data set that is there, whatever made it, and leaves an interrupted import alone. */
  amends?: boolean
}

/**
 * Imports into a file. Readers of an existing data set see each batch at once, and lists, ranks and search at the end; a new data set is
 * written beside its place. A killed process leaves the state of its last batch.
 */
export const mergeIntoFile = async ({
  path: given,
  replaces,
  resumes,
  replacesSeedUpTo = Number.POSITIVE_INFINITY,
  amends = false
}: FileSessionOptions): Promise<ImportSession> => {
  const path = realPathOf(given)
  mkdirSync(dirname(path), { recursive: true })
  const unlock = lockForImport(path)
  const part = partOf(path)
  let db: DatabaseSync | undefined
  try {
    const contents = contentsOf(path)
    const replacesMadeUp = !replaces && !amends && contents?.isMadeUp === true
    if (replacesMadeUp && !resumes && (contents.posts ?? 0) > replacesSeedUpTo) throw new WouldReplace(given, contents)
    const isNew = !amends && (replaces || replacesMadeUp || !existsSync(path) || (resumes && existsSync(part)))
    const dropsInterrupted = !resumes && !amends && isInterrupted(part)
    if (isNew && resumes && !existsSync(part)) throw nothingToResume(path)
    db = changeHeld('files', () => {
      // Leftovers of an import that is not resumed.
      if (!resumes && !amends) removeWithBesides(part)
      return isNew ? openPart(part) : undefined
    })
    if (amends && !existsSync(path)) throw new CommandError(`There is no data set at ${given}.`)
    if (db === undefined) db = await openExisting(path)
    else keepRemovals(db, path)
    return new FileImportSession(db, {
      path,
      part: isNew ? part : null,
      resumes,
      replacesMadeUp,
      dropsInterrupted,
      amends,
      unlock
    })
  } catch (error) {
    db?.close()
    unlock()
    throw error
  }
}

/** All files that an import writes. */
export const filesOf = (given: string): string[] => {
  const path = realPathOf(given)
  return [path, partOf(path), lockFileOf(path), indexOf(partOf(path))].flatMap((file) =>
    ['', ...besides].map((ending) => file + ending)
  )
}

const nothingToResume = (path: string) =>
  new CommandError(`No import into ${path} was interrupted: omit --resume to start one.`)

/** Whether a table or index exists. */
const isThere = (db: DatabaseSync, name: string) =>
  db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined

/** With fewer posts, starting a second thread does not pay. */
const enoughForTwo = 4_000

type FileOptions = {
  path: string
  part: string | null
  resumes: boolean
  replacesMadeUp: boolean
  dropsInterrupted: boolean
  amends: boolean
  unlock: () => void
}

class FileImportSession implements ImportSession {
  readonly store: ImportSession['store']
  readonly interrupted: ImportSession['interrupted']
  readonly replacesMadeUp: boolean
  readonly dropsInterrupted: boolean
  readonly #db: DatabaseSync
  readonly #options: FileOptions
  /** Row of this import. */
  #pk: number | null
  /** Index builder of a new data set; null while it is small. */
  #index: BackgroundIndex | null = null

  constructor(db: DatabaseSync, options: FileOptions) {
    this.#db = db
    this.#options = options
    this.replacesMadeUp = options.replacesMadeUp
    this.dropsInterrupted = options.dropsInterrupted
    this.store = sqliteMergeStore(db, { isNew: options.part !== null })
    const isGoneOnWith = options.part === null ? 'finished_at IS NULL' : 'TRUE'
    const row = options.resumes
      ? db.prepare(`SELECT * FROM imports WHERE ${isGoneOnWith} ORDER BY pk DESC`).get()
      : undefined
    if (options.resumes && row === undefined) throw nothingToResume(options.path)
    this.#pk = row === undefined ? null : Number(row.pk)
    this.interrupted =
      row === undefined
        ? null
        : {
            inputs: JSON.parse(String(row.inputs)),
            passed: Number(row.passed),
            counts: JSON.parse(String(row.counts)),
            // All data is derived: the process was killed before putting the data set in place.
            isComplete: row.finished_at !== null
          }
    // Decided at the end for a new data set, which may have been interrupted.
    if (options.part !== null && !this.interrupted?.isComplete) db.exec(showPosts)
  }

  begin(inputs: unknown, counts: unknown): void {
    if (this.#pk !== null) return
    const insert = 'INSERT INTO imports (inputs, passed, counts, started_at) VALUES (?, 0, ?, unixepoch())'
    this.#pk = Number(this.#db.prepare(insert).run(JSON.stringify(inputs), JSON.stringify(counts)).lastInsertRowid)
  }

  async batch(work: () => Promise<void>, progress: () => { passed: number; counts: unknown }): Promise<void> {
    await this.#transaction(async () => {
      await work()
      const { passed, counts } = progress()
      const note = this.#db.prepare('UPDATE imports SET passed = ?, counts = ? WHERE pk = ?')
      note.run(passed, JSON.stringify(counts), this.#pk)
    })
  }

  async finish(onStep: OnProgress, counts: unknown): Promise<RowCounts> {
    const db = this.#db
    const { path, part, amends } = this.#options
    const searched = (done: number, total: number) => onStep('search', done, total)
    const end = () => {
      db.exec('DELETE FROM generation')
      db.prepare('INSERT INTO generation VALUES (?)').run(randomUUID())
      const note = db.prepare('UPDATE imports SET finished_at = unixepoch(), counts = ? WHERE pk = ?')
      note.run(JSON.stringify(counts), this.#pk)
    }
    if (this.interrupted?.isComplete) {
      // It only has to be put in place.
    } else if (part !== null) {
      const posts = this.#count('all_posts')
      await this.#transaction(async () => hidePosts(db))
      const index = posts < enoughForTwo ? null : new BackgroundIndex(part, (done) => searched(done, posts))
      this.#index = index
      onStep('indexes', 0, 1)
      // Writes are sequential from here on, and the second thread needs memory.
      db.exec('PRAGMA cache_size = -2048; PRAGMA shrink_memory')
      await this.#transaction(async () => {
        if (!isThere(db, 'posts_by_author')) db.exec(indexes)
        db.exec(deriveFromPosts)
      })
      const moveIndex = async (made: BackgroundIndex) => {
        searched(0, posts)
        makeSuggestions(db)
        await made.moveInto(db)
        noteMade(db)
        db.exec(noteAllGroups)
        searched(posts, posts)
      }
      await this.#transaction(async () => {
        // An interrupted import derives its lists of posts once more.
        db.exec('DROP TABLE waiting_uses')
        // The second thread makes the index meanwhile.
        const search = index === null ? {} : { search: () => moveIndex(index) }
        await refreshDerived(db, onStep, { isWhole: true, ...search })
        end()
      })
      await index?.end(db)
    } else {
      try {
        // A removal goes through whole tables, and counts what it left.
        await refreshDerived(db, onStep, { isWhole: amends })
      } catch (error) {
        throw this.#refusalOf(error)
      }
      await this.#transaction(async () => end())
    }
    if (amends) this.#erase()
    const rows = readCounts(arrays(db.prepare(countRows)).get() ?? [])
    if (part !== null) {
      db.exec('PRAGMA journal_mode = DELETE')
      db.close()
      putInPlace(part, path)
    }
    return rows
  }

  /** Writes the file anew: free pages, and free space in others, still have the bytes of deleted rows. */
  #erase(): void {
    try {
      this.#db.exec('VACUUM')
    } catch (cause) {
      const { message } = Object(cause)
      const done = `The records are removed, but ${this.#options.path} could not be written anew (${message})`
      throw new CommandError(`${done}: bytes of them may still be in it until they are removed again.`, { cause })
    }
  }

  async close(): Promise<void> {
    const { part, unlock } = this.#options
    await this.#index?.end(this.#db)
    let isEmpty = false
    if (this.#db.isOpen) {
      const forget = this.#db.prepare('DELETE FROM imports WHERE pk = ? AND passed = 0 AND finished_at IS NULL')
      isEmpty = this.#pk === null || forget.run(this.#pk).changes > 0
      if (part === null) await journalWithin(this.#db)
      this.#db.close()
    }
    if (part !== null && isEmpty) removeWithBesides(part)
    unlock()
  }

  #refusalOf(error: unknown): unknown {
    const [some] = this.#db.prepare('SELECT 1 FROM imports WHERE pk = ? AND passed > 0').all(this.#pk)
    return refusalOf(error, this.#options.path, some !== undefined)
  }

  #count(rows: string): number {
    return Number(this.#db.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.n)
  }

  async #transaction(work: () => Promise<void>): Promise<void> {
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      await work()
      this.#db.exec('COMMIT')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw this.#refusalOf(error)
    }
  }
}
