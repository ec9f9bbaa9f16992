import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'

export const lockFileOf = (path: string): string => `${path}.importing`

/** How long an import waits for readers to release the file so that it can change the journal mode, its first step. */
export const maxWaitMs = 10_000

/** Whether an import may be waiting for that; readers must not hold the file then. */
export const isImportStarting = (path: string): boolean => {
  const lock = statSync(lockFileOf(path), { throwIfNoEntry: false })
  // The file of a killed import remains, and is ignored after that time.
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < maxWaitMs
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false, bigint: true })?.ino

/**
 * Prevents concurrent imports into a data set. The lock is a SQLite lock on a file beside it, so a killed process leaves no lock behind.
 * Returns the function that releases it. Throws `CommandError` while another import holds it.
 */
export const lockForImport = (path: string): (() => void) => {
  const file = lockFileOf(path)
  for (;;) {
    closeSync(openSync(file, 'a'))
    const before = inodeOf(file)
    const db = new DatabaseSync(file, { timeout: 0 })
    try {
      db.exec('BEGIN EXCLUSIVE')
    } catch (cause) {
      db.close()
      const since = statSync(file, { throwIfNoEntry: false })?.mtime.toISOString()
      const when = since === undefined ? '' : ` since ${since}`
      throw new CommandError(`Another import into ${path} is running${when}: wait until it has ended.`, { cause })
    }
    // The previous holder may have removed the file between opening and locking; such a lock protects nothing.
    if (before !== undefined && inodeOf(file) === before) {
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
  if (inodeOf(lockFileOf(path)) === undefined) return false
  const db = new DatabaseSync(lockFileOf(path), { timeout: 0, readOnly: true })
  try {
    db.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch {
    return true
  } finally {
    db.close()
  }
}
