import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../core/errors.ts'

export const lockFileOf = (path: string): string => `${path}.importing`

/** How long an import waits until readers let it change the journal mode of a file, which is the first thing it does. */
export const maxWaitMs = 10_000

/** Whether an import may be waiting for that: readers do not hold the file then. */
export const isImportStarting = (path: string): boolean => {
  const lock = statSync(lockFileOf(path), { throwIfNoEntry: false })
  // Of one that was killed the file stays, and means nothing after that time.
  return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < maxWaitMs
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false, bigint: true })?.ino

/**
 * Keeps a second import out of a data set. The lock is one of the system's on a file beside it, taken through SQLite, so a process that was
 * killed leaves the file and no lock. Returns what gives it back. Throws `CommandError` while another import has it.
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
    // Whoever had the lock before may have removed the file between opening and locking it: then it keeps nobody out.
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

/** Whether an import into a data set runs. Takes no lock that an import would wait for. */
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
