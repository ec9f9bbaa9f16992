import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import type { Database } from './database.ts'
import { feedReaders } from './feeds.ts'
import { lookupReaders } from './lookups.ts'
import { schemaVersion } from './schema.ts'

/** The file is missing, is no data set or was written by another version. The message says what to do. */
export class DatasetError extends CommandError {}

/** Long enough for an import that waits to get in between. */
const restMs = 20
/** Reading waits that long for an import that changes how the file is written, which it does once and at once. */
const lockMs = 500

/** One generation of a data set, as it lies in a file: a connection and what reads through it. */
export class DataFile {
  readonly #path: string
  readonly #opened: string | null
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #rest: NodeJS.Timeout | undefined
  readonly generation: string
  readonly lookups: ReturnType<typeof lookupReaders>
  readonly feeds: ReturnType<typeof feedReaders>

  constructor(path: string, mediaBase: () => string | null, maxPageBytes: number) {
    this.#path = path
    this.#opened = fileAt(path)
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
    this.generation = this.#generationNow()
    this.#hold()
  }

  /** Whether another file lies at the path, or an import has ended since it was opened. */
  isOutdated(): boolean {
    const file = fileAt(this.#path)
    if (file !== null && file !== this.#opened) return true
    this.#release()
    this.#rest = setTimeout(() => this.#hold(), restMs).unref()
    return this.#generationNow() !== this.generation
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
   * Holds the lock of a reader, which would cost more than most statements if each took it for itself. It is given back now and then:
   * whoever imports into the file has to get in, and what was imported has to be seen.
   */
  #hold(): void {
    this.#db.exec('BEGIN')
    this.#generationNow()
  }

  #release(): void {
    clearTimeout(this.#rest)
    if (this.#db.isTransaction) this.#db.exec('COMMIT')
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

/** Tells one file from another that takes its place; null where there is none. */
const fileAt = (path: string): string | null => {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  return file === undefined ? null : `${file.dev}:${file.ino}`
}

/** The file of a data set, only to be read; `DatasetError` when it is none of this version. */
export const openFile = (path: string): DatabaseSync => {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: lockMs })
  } catch (cause) {
    throw new DatasetError(`${path} cannot be opened; make a data set with: ${commandLine('seed')}`, { cause })
  }
  let version: unknown
  try {
    // Pages are read through the page cache of the system instead of being copied into each process.
    db.exec('PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384; PRAGMA query_only = ON')
    version = db.prepare('PRAGMA user_version').get()?.user_version
  } catch (cause) {
    db.close()
    throw new DatasetError(`${path} is not a clipgraph data set; make one with: ${commandLine('seed')}`, { cause })
  }
  if (version !== schemaVersion) {
    db.close()
    throw new DatasetError(
      `${path} was not written by this version of clipgraph; make it anew with: ${commandLine('seed')}`
    )
  }
  return db
}
