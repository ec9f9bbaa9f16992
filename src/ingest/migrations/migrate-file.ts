import { accessSync, chmodSync, closeSync, constants, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import { realPathOf } from '../../core/regular-file.ts'
import { unlessStopped } from '../../core/stop-gate.ts'
import { versionOfFile } from '../../store/sqlite/data-file.ts'
import { lockForImport } from '../../store/sqlite/import-lock.ts'
import { views } from '../../store/tables/schema.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { refreshDerived } from '../sqlite/derived-refresh.ts'
import { putInPlace, removeWithBesides } from '../sqlite/replacing.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import type { MigratedTables } from './step.ts'
import { canStepFrom, stepsFrom } from './steps.ts'

/** The copy that is migrated, until it takes the place of the data set. */
export const migratingOf = (path: string): string => `${path}.migrating`

const lockMs = 5_000
const waitMs = 50

/**
 * Brings the tables of a data set to those of this version. All steps run in a copy beside the file, which takes its place at the end:
 * readers keep the old file, and a killed migration leaves it unchanged. If several processes start together, one migrates
 * and the others wait. Does nothing if no migration is due; opening the file reports what is wrong with it. Returns whether it migrated.
 */
export const migrateFile = async (given: string, onProgress: OnProgress): Promise<boolean> => {
  const path = realPathOf(given)
  const isDue = () => canStepFrom(versionOfFile(path))
  if (!isDue()) return false
  try {
    // Root may write to read-only files, so the mode is checked too.
    if ((statSync(path).mode & 0o222) === 0) throw unwritable(given, 'it is write-protected')
    for (const part of [path, dirname(path)]) accessSync(part, constants.W_OK)
    const unlock = await lockedOnce(path, isDue, () => onProgress('waiting for another process that writes it', 0, 0))
    try {
      if (unlock === null || !isDue()) return false
      await migrateLocked(path, onProgress)
      return true
    } finally {
      unlock?.()
    }
  } catch (cause) {
    if (!(cause instanceof Error && ('syscall' in cause || 'errcode' in cause))) throw cause
    throw unwritable(given, fileProblem(cause), cause)
  }
}

const unwritable = (path: string, problem: string, cause?: unknown) =>
  new CommandError(
    `${path} has tables of version ${versionOfFile(path) ?? 'unknown'} and cannot be brought to version ${schemaVersion}: ${problem}. The data set is as it was; this takes write access to it and its folder, and as much free space as it has itself.`,
    { cause }
  )

/** The lock of imports, as soon as it is free; null when nothing is due any more. */
const lockedOnce = async (path: string, isDue: () => boolean, onWait: () => void): Promise<(() => void) | null> => {
  for (let waits = 0; isDue(); waits += 1) {
    try {
      return lockForImport(path)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
    }
    if (waits === 0) onWait()
    await pause(waitMs)
  }
  return null
}

const migrateLocked = async (path: string, onProgress: OnProgress): Promise<void> => {
  const part = migratingOf(path)
  const from = versionOfFile(path) ?? schemaVersion
  // Of a migration that was killed.
  removeWithBesides(part)
  try {
    onProgress('copying the data set', 0, 0)
    copyFile(path, part)
    const db = new DatabaseSync(part, { enableForeignKeyConstraints: false })
    try {
      // The copy counts when it is complete: nothing of it need survive before.
      db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
      await takeSteps(db, from, onProgress)
    } finally {
      db.close()
    }
    synced(part)
    chmodSync(part, statSync(path).mode & 0o777)
    unlessStopped(() => putInPlace(part, path))
    synced(dirname(path))
  } finally {
    removeWithBesides(part)
  }
}

/** Also takes what is still in a journal. */
const copyFile = (path: string, part: string): void => {
  const db = new DatabaseSync(path, { timeout: lockMs })
  try {
    db.prepare('VACUUM INTO ?').run(part)
  } finally {
    db.close()
  }
}

const takeSteps = async (db: DatabaseSync, from: number, onProgress: OnProgress): Promise<void> => {
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").all()) {
    db.exec(`DROP VIEW ${String(name)}`)
  }
  const tables = sqliteMigrated(db)
  db.exec('BEGIN')
  const steps = stepsFrom(from)
  for (const { number, what, run } of steps) {
    const onStep = (done: number, total: number) => onProgress(`version ${number}, ${what}`, done, total)
    onStep(0, 1)
    await run(tables, onStep)
  }
  for (const view of views) db.exec(view)
  if (steps.some(({ makesAnew }) => makesAnew)) await refreshDerived(db, onProgress, { isWhole: true })
  db.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

const sqliteMigrated = (db: DatabaseSync): MigratedTables => ({
  async run(sql) {
    db.exec(sql)
  },
  rows: async (sql) => arrays(db.prepare(sql)).all(),
  async insert(table, columns, rows) {
    const inserts = new Inserts(db, table, columns)
    for (const row of rows) inserts.add(...row)
    inserts.finish()
  }
})

const synced = (path: string): void => {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
