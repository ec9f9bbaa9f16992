import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { markOf } from '../../core/file-mark.ts'
import { irregularAt } from '../../core/regular-file.ts'
import { schemaVersion } from '../tables/schema.ts'
import type { Database } from './database.ts'
import { feedReaders } from './feeds.ts'
import { isSealed } from './file-faults.ts'
import { isImportStarting } from './import-lock.ts'
import { lookupReaders } from './lookups.ts'

/** The file is missing, is no data set or was written by another version. The message says what to do. */
export class DatasetError extends CommandError {}

/** Long enough for another program that wants to write to get in between. */
const restMs = 5
/** Reading waits that long for an import that changes the journal mode, which it does once, and mostly within some milliseconds. */
const lockMs = 2_000

/** One generation of a data set, as it lies in a file: a connection and what reads through it. */
export class DataFile {
  readonly #path: string
  readonly #opened: FileState
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #rest: NodeJS.Timeout | undefined
  readonly generation: string
  /** Whether writers keep their journal beside the file (https://www.sqlite.org/wal.html), so that they write while it is read. */
  readonly isInWal: boolean
  readonly lookups: ReturnType<typeof lookupReaders>
  readonly feeds: ReturnType<typeof feedReaders>

  constructor(path: string, mediaBase: () => string | null, maxPageBytes: number) {
    this.#path = path
    // Before it is opened, so that no change goes unseen.
    this.#opened = stateAt(path)
    this.#db = openFile(path)
    const limits: { length: number } | undefined = this.#db.limits
    const database: Database = {
      query: (sql) => this.#prepared(sql, false),
      // The declarations know nothing of rows as arrays.
      cells: (sql) => this.#prepared(sql, true) as unknown as ReturnType<Database['cells']>,
      mediaBase,
      maxPageBytes,
      limitValues: (bytes) => {
        if (limits !== undefined) limits.length = bytes
      },
      limitsValues: limits !== undefined
    }
    this.lookups = lookupReaders(database)
    this.feeds = feedReaders(database)
    try {
      this.generation = this.#generationNow()
      this.isInWal = this.#isInWalNow()
    } catch (cause) {
      this.close()
      throw new DatasetError(`${path} cannot be read; make a data set with: ${commandLine('seed')}`, { cause })
    }
    this.#hold()
  }

  /** Whether another file lies at the path, somebody wrote to it, or an import has ended since it was opened. */
  isOutdated(): boolean {
    const { mark } = stateAt(this.#path)
    if (mark !== '' && mark !== this.#opened.mark) return true
    this.#release()
    this.#rest = setTimeout(() => this.#hold(), restMs).unref()
    return this.#generationNow() !== this.generation
  }

  /** Whether somebody wrote to the file that was opened, instead of putting another one in its place. */
  isWrittenTo(): boolean {
    const { file, mark } = stateAt(this.#path)
    return file === this.#opened.file && mark !== this.#opened.mark
  }

  /** Throws where the file cannot be read any more. */
  check(): void {
    this.#generationNow()
  }

  close(): void {
    clearTimeout(this.#rest)
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  /**
   * Holds the lock of a reader, which would cost more than most statements if each took it for itself. It is given back now and then, so that what
   * was imported is seen. An import that is starting has to change the journal mode first, which takes a moment without readers: until then
   * statements take their locks for themselves, in all processes that read the file.
   */
  #hold(): void {
    try {
      if (isImportStarting(this.#path) && !this.#isInWalNow()) {
        this.#rest = setTimeout(() => this.#hold(), restMs).unref()
        return
      }
      this.#db.exec('BEGIN')
      this.#generationNow()
    } catch {
      // The next read or look says what is wrong.
    }
  }

  #release(): void {
    clearTimeout(this.#rest)
    if (this.#db.isTransaction) this.#db.exec('COMMIT')
  }

  /** As of the last statement that read the file. */
  #isInWalNow(): boolean {
    this.#generationNow()
    return this.#prepared('PRAGMA journal_mode', false).get()?.journal_mode === 'wal'
  }

  #generationNow(): string {
    return String(this.#prepared('SELECT id FROM generation', false).get()?.id)
  }

  #prepared(sql: string, asArrays: boolean): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare(sql)
      statement.setReturnArrays(asArrays)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

type FileState = {
  /** Tells one file from another that takes its place. */
  file: string
  /** Tells it from itself after somebody has written to it, or to a journal beside it, as well. Empty where there is none. */
  mark: string
}

const stateAt = (path: string): FileState => {
  try {
    const stats = statSync(path, { bigint: true })
    return { file: `${stats.dev}:${stats.ino}`, mark: `${markOf(stats)} ${hasJournal(path)}` }
  } catch {
    // Gone, or in a folder that this account may look into no more: what was opened can still be read.
    return { file: '', mark: '' }
  }
}

/** Whether there is something in a journal beside the file. */
const hasJournal = (path: string): boolean =>
  ['-wal', '-journal'].some((ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0)

/** The file of a data set, only to be read; `DatasetError` when it is none of this version. */
export const openFile = (path: string): DatabaseSync => {
  const irregular = irregularAt(path)
  if (irregular !== null) {
    const problem = `${path} cannot be opened, as it is ${irregular}`
    throw new DatasetError(`${problem}; make a data set with: ${commandLine('seed')}`)
  }
  const { db, version } = openWithVersion(path, path)
  if (version !== schemaVersion) {
    db.close()
    throw new DatasetError(
      `${path} was not written by this version of clipgraph; make it anew with: ${commandLine('seed')}`
    )
  }
  return db
}

const openWithVersion = (path: string, address: string | URL): { db: DatabaseSync; version: unknown } => {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(address, { readOnly: true, timeout: lockMs })
  } catch (cause) {
    throw new DatasetError(`${path} cannot be opened; make a data set with: ${commandLine('seed')}`, { cause })
  }
  try {
    // Not memory-mapped: a file that gets shorter would then end the process. Mapped, a cold read takes no less processor time where the file is
    // about as large as this cache, and a tenth less where it is ten times as large and all of it is asked for alike.
    db.exec('PRAGMA mmap_size = 0; PRAGMA cache_size = -16384; PRAGMA query_only = ON')
    return { db, version: db.prepare('PRAGMA user_version').get()?.user_version }
  } catch (cause) {
    db.close()
    // A file in WAL mode, where this account may not make what SQLite keeps beside it. Without a journal all is in the file itself.
    if (address === path && isSealed(cause) && !hasJournal(path)) {
      const url = pathToFileURL(path)
      url.searchParams.set('immutable', '1')
      return openWithVersion(path, url)
    }
    throw new DatasetError(`${path} is not a clipgraph data set; make one with: ${commandLine('seed')}`, { cause })
  }
}
