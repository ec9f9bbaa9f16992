import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../../core/errors.ts'
import { irregularAt } from '../../core/regular-file.ts'

/** The file of recorded samples: a SQLite database of its own, known by its header. */

/** `application_id` of the header (https://www.sqlite.org/fileformat.html). It prevents writes to other databases. */
const applicationId = 0x636c_6869
const version = 1
const pageSize = 4096

/** How long the worker thread waits for other processes, in milliseconds. */
const lockMs = 1_000

/** The file cannot be used. The message says why. */
export class HistoryFileError extends CommandError {}

/** The deployment whose counts a file has. `movedFrom`: its previous address; null if it always had this one. */
export type HistoryOwner = { readonly deployment: string; readonly movedFrom: string | null }

export const ownerOf = (url: URL, movedFrom: URL | null): HistoryOwner => ({
  deployment: deploymentOf(url),
  movedFrom: movedFrom === null ? null : deploymentOf(movedFrom)
})

/** The address of a deployment in one canonical form, without a key or password. */
const deploymentOf = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host.replace(/\.(?=:|$)/, '')}${pathname.replace(/\/+$/, '')}`

/**
 * `about`: when the file was created, and for which deployment; null in files of earlier versions.
 * `things`: the recorded objects; the upper bits of a row number are the kind. Times are hours, so that a row changes once an hour.
 * `blocks`: samples of 16 consecutive rows in one week. Old samples are a range of ids, and a new sample changes only a small block.
 */
const tables = `
CREATE TABLE about (began_at INTEGER NOT NULL, deployment TEXT);
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
 * Whether a database has no tables. Another process may be creating the file, so the header is only valid once SQLite has a lock.
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

/** Why a file does not belong to a deployment; null if it does, or if it names none. */
const strangerIn = (db: DatabaseSync, { deployment, movedFrom }: HistoryOwner): string | null => {
  const noted = hasOwner(db) ? db.prepare('SELECT deployment FROM about').get()?.deployment : null
  if (typeof noted !== 'string' || noted === deployment || noted === movedFrom) return null
  const moved = `or set HISTORY_MOVED_FROM=${noted} if that deployment has moved here`
  return `it has the counts of ${noted}, and DATA_URL names ${deployment}; name another file, ${moved}`
}

const hasOwner = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('about') WHERE name = 'deployment'").get() !== undefined

/** Why a file must not be written to: it is no history file, or another deployment's. Null if it may be written. */
export const foreignAt = (path: string, owner: HistoryOwner): string | null => {
  try {
    const state = stateOf(path)
    if (state !== 'history') return typeof state === 'object' && state.isForeign ? state.problem : null
    const db = new DatabaseSync(path, { readOnly: true, timeout: lockMs })
    try {
      return strangerIn(db, owner)
    } finally {
      db.close()
    }
  } catch {
    // A file that cannot be read now may be readable later; opening it reports why.
    return null
  }
}

/** Identifies a file; null when there is none. */
export const inodeOf = (path: string): bigint | null =>
  statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null

/** Creates a folder and its parents. Node's recursive `mkdir` does not return if the system refuses the folder. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

const refuseStranger = (db: DatabaseSync, owner: HistoryOwner): void => {
  const problem = strangerIn(db, owner)
  if (problem !== null) throw new HistoryFileError(problem)
}

/** Opens the file for writing, and creates it if there is none. `now`: Unix seconds. */
export const openForWriting = (path: string, owner: HistoryOwner, maxBytes: number, now: number): DatabaseSync => {
  const state = stateOf(path)
  if (typeof state === 'object') throw new HistoryFileError(state.problem)
  makeFolder(dirname(resolve(path)))
  const db = new DatabaseSync(path, { timeout: lockMs })
  try {
    // No WAL: its index is mapped into memory, and truncating that file would crash this process. Files of earlier versions are in WAL mode; a
    // connection with an exclusive lock maps nothing.
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    if (state === 'new') db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA auto_vacuum = INCREMENTAL`)
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; BEGIN IMMEDIATE')
    // Another process may have created the tables.
    if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) {
      db.exec(`${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
      db.prepare('INSERT INTO about (began_at) VALUES (?)').run(now)
    }
    refuseStranger(db, owner)
    if (!hasOwner(db)) db.exec('ALTER TABLE about ADD COLUMN deployment TEXT')
    db.prepare('UPDATE about SET deployment = ?').run(owner.deployment)
    // A commit survives a crash of the machine. That is affordable: there is one commit a second, on a thread of its own.
    db.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA cache_size = -8192; PRAGMA mmap_size = 0')
    db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens the file for reading. It does not wait for locks, because the caller serves requests. SQLite rolls back the journal of a killed process. */
export const openForReading = (path: string, owner: HistoryOwner): DatabaseSync => {
  const state = stateOf(path)
  if (state !== 'history') throw new HistoryFileError(state === 'new' ? 'there is none yet' : state.problem)
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  const db = new DatabaseSync(url)
  try {
    db.exec('PRAGMA mmap_size = 0; PRAGMA cache_size = -4096; PRAGMA query_only = ON')
    refuseStranger(db, owner)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
