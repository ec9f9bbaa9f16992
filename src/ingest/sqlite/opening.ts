import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { isBusy, locked } from '../../store/sqlite/file-faults.ts'
import { maxWaitMs } from '../../store/sqlite/import-lock.ts'
import { madeUpSource, tables } from '../../store/tables/schema.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import { summarize } from '../../store/tables/summary.ts'
import { isSummarized } from '../derived/keep-summary.ts'
import { addUpPosts, claimHandles, namedHashtags } from '../merge/derived.ts'
import type { Contents } from '../merge/replaced.ts'
import { allRemovals, removalColumns } from '../removal/removal-statements.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { waitingUses } from './merge-store.ts'
import { removeWithBesides } from './replacing.ts'

/** What a data set has; null where there is none. Data that `clipgraph seed` made can be made again: imports replace them. */
export const contentsOf = (path: string): Contents | null => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const posts = lookIn(path, (db) => Number(db.prepare('SELECT count(*) AS n FROM all_posts').get()?.n)) ?? null
  const source = lookIn(path, (db) => db.prepare('SELECT 1 FROM sources WHERE name = ?').get(madeUpSource))
  return { isMadeUp: source !== undefined, posts }
}

/** Whether there is an interrupted import that can be resumed. */
export const isInterrupted = (part: string): boolean =>
  lookIn(part, (db) =>
    versionOf(db) === schemaVersion ? db.prepare('SELECT 1 FROM imports WHERE passed > 0').get() : undefined
  ) !== undefined

const lookIn = <T>(path: string, look: (db: DatabaseSync) => T): T | undefined => {
  if (!existsSync(path)) return undefined
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return look(db)
    } finally {
      db.close()
    }
  } catch {
    // Opening it reports why it cannot be written.
    return undefined
  }
}

/** The files that a data set was made of; undefined for what is none. */
export const sourcesOf = (path: string): string[] | undefined =>
  lookIn(path, (db) =>
    db
      .prepare('SELECT name FROM sources')
      .all()
      .map(({ name }) => String(name))
  )

/** What was removed from the data set at a path stays removed in the one that takes its place. */
export const keepRemovals = (db: DatabaseSync, path: string): void => {
  const rows = lookIn(path, (former) => arrays(former.prepare(allRemovals)).all()) ?? []
  const keep = db.prepare(
    `INSERT OR IGNORE INTO removals (${removalColumns}) VALUES (${removalColumns.map(() => '?')})`
  )
  for (const row of rows) keep.run(...row)
}

/** Written batches survive a killed process; a power failure may damage an unfinished new data set, which is not handled. */
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
    // Without statistics, plans are those of large tables. With those of few rows, which earlier versions left, look-ups read whole tables,
    // until the schema is loaded again.
    db.exec('DROP TABLE IF EXISTS sqlite_stat1; PRAGMA writable_schema = RESET')
    prepare(db)
    return db
  } catch (cause) {
    db?.close()
    if (cause instanceof CommandError) throw cause
    const isNoDataset = `is not a clipgraph data set (${messageOf(cause)}); create one with: ${commandLine('seed')}`
    throw new CommandError(`${path} ${isBusy(cause) ? locked : isNoDataset}`, { cause })
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Rows may be removed while others still refer to them, until the end of the batch. */
const open = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: lockMs })
  db.exec('PRAGMA cache_size = -16384')
  return db
}

const versionOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA user_version').get()?.user_version)

const lockMs = 5_000
/** Readers release the file by then and lock per statement. */
const letGoMs = 2_000

/**
 * Switches to WAL, so that there may be readers during the import. The switch needs a moment without readers, who release the file when
 * they see the lock of an import (`DataFile`). The first attempt does not make readers wait; later ones wait for running statements.
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
 * Switches back: a data set is a single file when nobody has it open. Readers keep the journal until they close, but its content is written
 * to the file in any case, so that a copy of the file is complete.
 */
export const journalWithin = async (db: DatabaseSync): Promise<void> => {
  const deadline = performance.now() + letGoMs
  db.exec('PRAGMA busy_timeout = 0')
  try {
    while (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0 && performance.now() < deadline)
      await pause(10)
    db.exec('PRAGMA journal_mode = DELETE')
  } catch {
    // The next import finds this mode and switches back again.
  }
}

/** A summary where an earlier version left none that can be kept, and provenance columns for a data set made at once. */
const prepare = (db: DatabaseSync): void => {
  if (db.prepare(isSummarized).get() === undefined) db.exec(`BEGIN IMMEDIATE; ${summarize.join('; ')}; COMMIT`)
  if (db.prepare('SELECT 1 FROM imports').get() !== undefined) return
  db.exec(`BEGIN IMMEDIATE;
    ${claimHandles};
    ${addUpPosts}`)
  const name = db.prepare('INSERT OR IGNORE INTO hashtag_names VALUES (?, ?)')
  for (const row of db.prepare(namedHashtags).iterate()) name.run(String(row.canonical_name), Number(row.pk))
  db.exec('COMMIT')
}
