import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { markOf } from '../../core/file-mark.ts'
import { irregularAt } from '../../core/regular-file.ts'
import { isMadeUp } from '../tables/schema.ts'
import { numberOf, schemaVersion } from '../tables/schema-version.ts'
import { type ColumnReads, columnReads, rowReads } from './column-store.ts'
import type { Database } from './database.ts'
import { feedReaders } from './feeds.ts'
import { isBusy, isSealed, locked } from './file-faults.ts'
import { isImportStarting } from './import-lock.ts'
import { lookupReaders } from './lookups.ts'
import { ReadTransaction } from './read-transaction.ts'

/** The file is missing, is no data set, or was written by another version. The message says what to do. */
export class DatasetError extends CommandError {}

/** Long enough for a waiting writer to acquire the lock. */
const restMs = 5
/** How long reads wait for an import that changes the journal mode, which it does once and mostly within milliseconds. */
const lockMs = 2_000

export type DataFileOptions = {
  path: string
  mediaBase: () => string | null
  /** Maximum size of a page in bytes. */
  maxPageBytes: number
  /** Reads the data as of opening, whatever is imported meanwhile. */
  isSnapshot?: boolean | undefined
}

/** One generation of a data set file: a connection and its prepared statements. */
export class DataFile {
  readonly #path: string
  readonly #opened: DataFileState
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #rest: NodeJS.Timeout | undefined
  #isHeld = false
  /** Set for a file that is read as of opening. */
  readonly #lasting: ReadTransaction | null
  readonly generation: string
  readonly isSampleData: boolean
  /** Whether the file is in WAL mode (https://www.sqlite.org/wal.html), so that it can be written while it is read. */
  readonly isInWal: boolean
  readonly lookups: ReturnType<typeof lookupReaders>
  readonly feeds: ReturnType<typeof feedReaders>
  readonly columns: ColumnReads
  readonly rows: ReturnType<typeof rowReads>

  constructor({ path, mediaBase, maxPageBytes, isSnapshot = false }: DataFileOptions) {
    this.#path = path
    // Before opening, so that no change is missed.
    this.#opened = stateAt(path)
    this.#db = openFile(path)
    const limits: { length: number } | undefined = this.#db.limits
    const database: Database = {
      query: (sql) => this.#prepared(sql, false),
      // The declarations lack rows as arrays.
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
    this.columns = columnReads(database)
    this.rows = rowReads(database)
    try {
      this.generation = this.#generationNow()
      this.isSampleData = this.#prepared(`SELECT ${isMadeUp} AS it`, false).get()?.it === 1
      this.isInWal = this.#isInWalNow()
      this.#lasting = isSnapshot ? new ReadTransaction(this.#db, path) : null
    } catch (cause) {
      this.close()
      throw unusable(path, `cannot be read; make a data set with: ${commandLine('seed')}`, cause)
    }
    if (!isSnapshot) this.#hold()
  }

  /** Reads in one transaction, so that all statements see the same state of an import. */
  read<T>(read: (data: DataFile) => T): T {
    this.#lasting?.giveWay()
    if (this.#isHeld || this.#db.isTransaction) return read(this)
    this.#db.exec('BEGIN')
    try {
      return read(this)
    } finally {
      if (this.#db.isTransaction) this.#db.exec('COMMIT')
    }
  }

  /** Identifies the state of the data of a snapshot; null for other files. */
  get version(): string | null {
    return this.#lasting?.state ?? null
  }

  /** Whether the file was replaced, was written to, or an import has finished since it was opened. */
  isOutdated(): boolean {
    const { mark } = stateAt(this.#path)
    if (mark !== '' && mark !== this.#opened.mark) return true
    this.#release()
    this.#rest = setTimeout(() => this.#hold(), restMs).unref()
    return this.#generationNow() !== this.generation
  }

  /** Whether the opened file itself was written to, rather than replaced. */
  isWrittenTo(): boolean {
    const { file, mark } = stateAt(this.#path)
    return file === this.#opened.file && mark !== this.#opened.mark
  }

  /** Throws when the file can no longer be read. */
  check(): void {
    this.#generationNow()
  }

  close(): void {
    clearTimeout(this.#rest)
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  /**
   * Holds a read lock, because acquiring it per statement costs more than most statements. It is released from time to time, so that
   * imported data becomes visible. A starting import changes the journal mode, which needs a moment without readers: until then, statements
   * lock individually in every process that reads the file.
   */
  #hold(): void {
    try {
      if (isImportStarting(this.#path) && !this.#isInWalNow()) {
        this.#rest = setTimeout(() => this.#hold(), restMs).unref()
        return
      }
      this.#db.exec('BEGIN')
      this.#generationNow()
      this.#isHeld = true
    } catch {
      // The next read or check reports the problem.
    }
  }

  #release(): void {
    clearTimeout(this.#rest)
    this.#isHeld = false
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

type DataFileState = {
  /** Identifies the file. */
  file: string
  /** Also changes when the file or its journal is written to. Empty when there is no file. */
  mark: string
}

const stateAt = (path: string): DataFileState => {
  try {
    const stats = statSync(path, { bigint: true })
    return { file: `${stats.dev}:${stats.ino}`, mark: `${markOf(stats)} ${hasJournal(path)}` }
  } catch {
    // The file is gone or its folder is no longer accessible; the open file can still be read.
    return { file: '', mark: '' }
  }
}

/** Whether the file has a non-empty journal. */
const hasJournal = (path: string): boolean =>
  ['-wal', '-journal'].some((ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0)

/** Opens a data set read-only; throws `DatasetError` when it is none of this version. */
export const openFile = (path: string): DatabaseSync => {
  const irregular = irregularAt(path)
  if (irregular !== null) {
    const problem = `${path} cannot be opened, as it is ${irregular}`
    throw new DatasetError(`${problem}; make a data set with: ${commandLine('seed')}`)
  }
  const { db, version } = openWithVersion(path, path)
  const problem = versionProblem(path, Number(version))
  if (problem === null) return db
  db.close()
  throw new DatasetError(`${path} ${problem}`)
}

/** Why this version cannot read a data set, and what to do; null if it can. */
const versionProblem = (path: string, stored: number): string | null => {
  const number = numberOf(stored)
  if (number === schemaVersion) return null
  if (number === null) {
    return `was not written by this version of clipgraph; make it anew with: ${commandLine('seed')}`
  }
  const both = `has tables of version ${number}, and this clipgraph reads version ${schemaVersion}`
  return number > schemaVersion
    ? `${both}; bring clipgraph up to date, or use another data set`
    : `${both}; bring it there with: ${commandLine(`migrate --into ${path}`)}`
}

/** Version number of a data set's tables; null without such a data set. */
export const versionOfFile = (path: string): number | null => {
  try {
    const { db, version } = openWithVersion(path, path)
    try {
      return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'all_posts'").get() === undefined
        ? null
        : numberOf(Number(version))
    } finally {
      db.close()
    }
  } catch {
    // Opening the file reports why it cannot be read.
    return null
  }
}

/** The error for an unusable file. For a file that is only locked, it does not advise creating it again. */
const unusable = (path: string, problem: string, cause: unknown) =>
  new DatasetError(`${path} ${isBusy(cause) ? locked : problem}`, { cause })

const openWithVersion = (path: string, address: string | URL): { db: DatabaseSync; version: unknown } => {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(address, { readOnly: true, timeout: lockMs })
  } catch (cause) {
    throw unusable(path, `cannot be opened; make a data set with: ${commandLine('seed')}`, cause)
  }
  try {
    // Not memory-mapped: truncating the file would crash the process. For files of about this cache size mapping saves no time; for uniform
    // reads of a file ten times as large, it saves a tenth.
    db.exec('PRAGMA mmap_size = 0; PRAGMA cache_size = -16384; PRAGMA query_only = ON')
    return { db, version: db.prepare('PRAGMA user_version').get()?.user_version }
  } catch (cause) {
    db.close()
    // A WAL file in a folder where this account cannot create SQLite's side files. Without a journal, the file itself is complete.
    if (address === path && isSealed(cause) && !hasJournal(path)) {
      const url = pathToFileURL(path)
      url.searchParams.set('immutable', '1')
      return openWithVersion(path, url)
    }
    throw unusable(path, `is not a clipgraph data set; make one with: ${commandLine('seed')}`, cause)
  }
}
