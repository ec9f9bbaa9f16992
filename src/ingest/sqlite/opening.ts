import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { isBusy } from '../../store/sqlite/file-faults.ts'
import { maxWaitMs } from '../../store/sqlite/import-lock.ts'
import { madeUpSource, schemaVersion, tables } from '../../store/tables/schema.ts'
import { neverObserved } from '../merge/provenance.ts'
import { waitingUses } from './merge-store.ts'
import { removeWithBesides } from './replacing.ts'
import { addUpPosts } from './totals.ts'

/** Nothing of `clipgraph seed` is lost that it could not make again, and nobody wants it among what was collected. */
export const isMadeUp = (path: string): boolean =>
  holds(path, (db) => db.prepare('SELECT 1 FROM sources WHERE name = ?').get(madeUpSource) !== undefined)

/** Whether an import left so much that it could be gone on with. */
export const isInterrupted = (part: string): boolean =>
  holds(
    part,
    (db) => versionOf(db) === schemaVersion && db.prepare('SELECT 1 FROM imports WHERE passed > 0').get() !== undefined
  )

const holds = (path: string, look: (db: DatabaseSync) => boolean): boolean => {
  if (!existsSync(path)) return false
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return look(db)
    } finally {
      db.close()
    }
  } catch {
    // Whatever it is: why it cannot be written is told by opening it.
    return false
  }
}

/** Batches that were written survive the process, as the system has them; what a power failure leaves of a new data set is not looked at. */
export const openPart = (part: string): DatabaseSync => {
  const isBegun = existsSync(part)
  const db = open(part)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 16384')
  if (isBegun && versionOf(db) === schemaVersion) return db
  db.close()
  removeWithBesides(part)
  const fresh = open(part)
  fresh.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 16384')
  fresh.exec(`BEGIN; ${tables}; ${waitingUses}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
  return fresh
}

export const openExisting = async (path: string): Promise<DatabaseSync> => {
  let db: DatabaseSync | undefined
  try {
    db = open(path)
    const version = versionOf(db)
    if (version !== schemaVersion) {
      const again = 'import all its feeds again with --replace'
      throw new CommandError(`${path} was not written by this version of clipgraph: ${again}, or name another file.`)
    }
    await journalBeside(db, path)
    db.exec('PRAGMA synchronous = NORMAL')
    prepare(db)
    return db
  } catch (cause) {
    db?.close()
    if (cause instanceof CommandError) throw cause
    const seed = commandLine('seed')
    throw new CommandError(`${path} is not a clipgraph data set (${messageOf(cause)}); create one with: ${seed}`, {
      cause
    })
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Rows are removed that others refer to until the end of their batch. */
const open = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: lockMs })
  db.exec('PRAGMA cache_size = -16384')
  return db
}

const versionOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA user_version').get()?.user_version)

const lockMs = 5_000
/** Readers that run have let go by then, and take the lock for one statement at a time. */
const letGoMs = 2_000

/**
 * With the journal beside the file (WAL) there are readers while it is written. To change to that, a moment without any is needed. Readers that see
 * the lock of an import hold the file no longer than a statement takes (`DataFile`). At first no reader is kept waiting for the others; behind
 * that the statements that run are waited for.
 */
const journalBeside = async (db: DatabaseSync, path: string): Promise<void> => {
  const began = performance.now()
  for (;;) {
    const waitedMs = performance.now() - began
    db.exec(`PRAGMA busy_timeout = ${waitedMs < letGoMs ? 0 : 100}`)
    try {
      db.exec('PRAGMA journal_mode = WAL')
      break
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      if (waitedMs > maxWaitMs) {
        throw new CommandError(`${path} is locked by a program that reads it: stop that program during the import.`, {
          cause
        })
      }
      await pause(2)
    }
  }
  db.exec(`PRAGMA busy_timeout = ${lockMs}`)
}

/**
 * The end of that: a data set is one file while nobody has it open. Whoever reads it lets go of the journal only when they close it; what is in
 * the journal by then goes into the file all the same, so that a copy of the file alone has all of it.
 */
export const journalWithin = async (db: DatabaseSync): Promise<void> => {
  const deadline = performance.now() + letGoMs
  db.exec('PRAGMA busy_timeout = 0')
  try {
    while (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0 && performance.now() < deadline)
      await pause(10)
    db.exec('PRAGMA journal_mode = DELETE')
  } catch {
    // The next import finds it in this mode and lets go of it again.
  }
}

/** What stands beside gathered rows, for a data set that was made at once. */
const prepare = (db: DatabaseSync): void => {
  if (db.prepare('SELECT 1 FROM imports').get() !== undefined) return
  db.exec(`BEGIN IMMEDIATE;
    INSERT OR IGNORE INTO handles SELECT handle, pk, ${neverObserved} FROM users WHERE handle IS NOT NULL;
    ${addUpPosts}`)
  const name = db.prepare('INSERT OR IGNORE INTO hashtag_names VALUES (?, ?)')
  const hashtags =
    'SELECT pk, name FROM hashtags WHERE name IS NOT NULL ORDER BY hashtag_id IS NULL, length(hashtag_id), hashtag_id'
  for (const row of db.prepare(hashtags).iterate()) name.run(String(row.name).toLowerCase(), Number(row.pk))
  db.exec('COMMIT')
}
