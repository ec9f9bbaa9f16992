import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { irregularAt } from '../../core/regular-file.ts'

/** The file of recorded samples: a SQLite database of its own, known by its header. */

/** `application_id` of the header (https://www.sqlite.org/fileformat.html), so that no other database is written to. */
const applicationId = 0x636c_6869
const version = 1
const pageSize = 4096

/** How long the worker thread waits for other processes, in milliseconds. */
const lockMs = 1_000

/** The file cannot be used. The message says why. */
export class HistoryFileError extends CommandError {}

/**
 * `things`: what was recorded; a row number has its kind in its upper bits. Times are hours, so that a row changes once an hour.
 * `blocks`: samples of 16 consecutive rows in one week. Old ones are whole ranges of ids, and new ones change small blocks only.
 */
const tables = `
CREATE TABLE about (began_at INTEGER NOT NULL);
CREATE TABLE things (
  pk INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  key TEXT NOT NULL,
  first_week INTEGER NOT NULL,
  seen_hour INTEGER NOT NULL
);
CREATE UNIQUE INDEX things_by_key ON things (kind, key);
CREATE INDEX things_by_seen ON things (seen_hour);
CREATE TABLE blocks (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
`

type FileState = 'new' | 'history' | { problem: string; isForeign: boolean }

const foreign = (problem: string): FileState => ({ problem, isForeign: true })

/** What is at a path, without opening it as a database. */
const stateOf = (path: string): FileState => {
  const irregular = irregularAt(path)
  if (irregular !== null) return foreign(`it is ${irregular}, not a file`)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return 'new'
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') return foreign('it is not a SQLite database')
  if (header.readUInt32BE(68) !== applicationId) {
    return isEmpty(path) ? 'new' : foreign('it is a database of something else')
  }
  if (header.readUInt32BE(60) === version) return 'history'
  return { problem: 'it was written by another version of clipgraph; move it away to begin anew', isForeign: false }
}

/**
 * Whether a database has no tables. Another process may be making the file, so that its header is not to be trusted before SQLite has a lock.
 */
const isEmpty = (path: string): boolean => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: lockMs })
  try {
    const { id } = db.prepare('SELECT application_id AS id FROM pragma_application_id').get() ?? {}
    return id === applicationId || db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  } finally {
    db.close()
  }
}

/** Why a file must not be written to, because it is something else; null when it may. */
export const foreignAt = (path: string): string | null => {
  try {
    const state = stateOf(path)
    return typeof state === 'object' && state.isForeign ? state.problem : null
  } catch {
    // What cannot be read now may be readable later; opening it says why.
    return null
  }
}

/** Identifies a file; null when there is none. */
export const inodeOf = (path: string): bigint | null =>
  statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null

/** Makes a folder and those above it. Node's own way to do so does not end where the system denies that a folder can be there. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Opens the file for writing, and makes it where there is none. `now`: Unix seconds. */
export const openForWriting = (path: string, maxBytes: number, now: number): DatabaseSync => {
  const state = stateOf(path)
  if (typeof state === 'object') throw new HistoryFileError(state.problem)
  makeFolder(dirname(resolve(path)))
  const db = new DatabaseSync(path, { timeout: lockMs })
  try {
    if (state === 'new') {
      db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA auto_vacuum = INCREMENTAL; BEGIN IMMEDIATE`)
      // Another process may have been faster.
      if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) {
        db.exec(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
        db.prepare('INSERT INTO about VALUES (?)').run(now)
      }
      db.exec('COMMIT')
    }
    // A commit survives the machine too: there is one a second, on a thread of its own.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8192; PRAGMA mmap_size = 0')
    db.exec(`PRAGMA journal_size_limit = ${4 * 2 ** 20}`)
    db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens the file read-only. It waits for nobody: the caller serves requests. */
export const openForReading = (path: string): DatabaseSync => {
  const state = stateOf(path)
  if (state !== 'history') throw new HistoryFileError(state === 'new' ? 'there is none yet' : state.problem)
  return new DatabaseSync(path, { readOnly: true, timeout: 0 })
}
