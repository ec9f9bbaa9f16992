import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { realPathOf } from '../../core/regular-file.ts'
import { changeHeld } from '../../core/stop-gate.ts'
import { isBusy } from './file-faults.ts'

/** One for each data set, whatever path leads to it. */
export const lockFileOf = (path: string): string => `${realPathOf(path)}.importing`

/** How long an import waits for readers to release the file so that it can change the journal mode, its first step. */
export const maxWaitMs = 10_000

/** Whether an import may be waiting for that; readers must not hold the file then. */
export const isImportStarting = (path: string): boolean => {
  const lock = statSync(lockFileOf(path), { throwIfNoEntry: false })
  // The file of a killed import remains, and is ignored after that time.
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < maxWaitMs
}

/** Opens no file that is there: when a process closes a file, it loses the locks that another of its threads has on it. */
const createMissing = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx'))
  } catch (error) {
    // One that was there is gone again when its holder has ended, which is no problem.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Identifies a file, also from a later one that was given the same inode; null when there is none. */
const identityOf = (path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.ino} ${found.birthtimeNs}`
}

/**
 * Prevents that two processes write a data set: import into it, seed it or replace it. The lock is a SQLite lock on a file beside it, so a killed process leaves no lock behind.
 * Returns the function that releases it. Throws `CommandError` while another process holds it.
 */
export const lockForImport = (path: string): (() => void) => {
  const unlock = changeHeld('lock', () => lock(path))
  return () => changeHeld('nothing', unlock)
}

const lock = (path: string): (() => void) =>
  lockFile(
    lockFileOf(path),
    (when) => `Another import or seed into ${path} is running${when}: wait until it has ended.`
  )

/** Beyond this, a file that cannot be locked is not one that its holder removed. */
const maxTries = 10

/**
 * Locks a file that is there for that alone, until the returned function is called or the process ends. Throws `CommandError` while another
 * process holds it. `isHeld`: the message, given since when.
 */
export const lockFile = (file: string, isHeld: (when: string) => string): (() => void) => {
  for (let tries = 1; ; tries += 1) {
    createMissing(file)
    const before = identityOf(file)
    const db = new DatabaseSync(file, { timeout: 0 })
    try {
      db.exec('BEGIN EXCLUSIVE')
    } catch (cause) {
      db.close()
      if (!isBusy(cause)) {
        // Its holder may have removed it meanwhile, so that another one is to be made.
        if (tries < maxTries) continue
        throw cause
      }
      const since = statSync(file, { throwIfNoEntry: false })?.mtime.toISOString()
      const when = since === undefined ? '' : ` since ${since}`
      throw new CommandError(isHeld(when), { cause })
    }
    // The previous holder may have removed the file between opening and locking; such a lock protects nothing.
    if (before !== null && identityOf(file) === before) {
      const now = new Date()
      utimesSync(file, now, now)
      return () => {
        rmSync(file, { force: true })
        db.close()
      }
    }
    db.close()
  }
}

/** Whether an import into a data set is running. Takes no lock that an import would wait for. */
export const isImporting = (path: string): boolean => {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(lockFileOf(path), { timeout: 0, readOnly: true })
    db.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    // Without its file nobody holds the lock, also when the file went a moment ago.
    return isBusy(error)
  } finally {
    db?.close()
  }
}
