import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'
import { realPathOf } from '../../core/regular-file.ts'
import { changeHeld } from '../../core/stop-gate.ts'
import { isBusy } from './file-faults.ts'

/** The lock file of a data set, the same for all paths to it. */
export const lockFileOf = (path: string): string => `${realPathOf(path)}.importing`

/** How long an import waits for readers to release the file so that it can change the journal mode, its first step. */
export const maxWaitMs = 10_000

/** Whether an import may be waiting for readers, which must not hold the file then. */
export const isImportStarting = (path: string): boolean => {
  const lock = statSync(lockFileOf(path), { throwIfNoEntry: false })
  // A killed import leaves its file behind, which is ignored after that time.
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < maxWaitMs
}

/** Does not open existing files: a process that closes a file loses the locks of its other threads on it. */
const createMissing = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx'))
  } catch (error) {
    // The file exists. Its holder may remove it a moment later, which is no problem.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Identifies a file even if a later file reuses its inode; null when there is none. */
const identityOf = (path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.ino} ${found.birthtimeNs}`
}

/**
 * Prevents two processes from importing into a data set, seeding it or replacing it at once. The lock is a SQLite lock on a file beside it, so
 * a killed process leaves no lock. Returns the function that releases it. Throws `CommandError` while another process holds it.
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

/** Maximum attempts: after that, the holder's removal of the file cannot be the reason. */
const maxTries = 10

/**
 * Locks a lock file until the returned function is called or the process ends. Throws `CommandError` while another process holds it. `isHeld`:
 * the message, given the time since when it is held.
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
        // The holder may have removed the file meanwhile, so that it must be created again.
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
    // Without the file, no process holds the lock.
    return isBusy(error)
  } finally {
    db?.close()
  }
}
