import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { besides } from '../../store/sqlite/backup.ts'

/** File of a new data set until it is complete. */
export const partOf = (path: string): string => `${path}.part`

/** File of its index during the import. */
export const indexOf = (path: string): string => `${path}-index`

export const removeWithBesides = (path: string): void => {
  for (const file of [...['', ...besides].map((ending) => path + ending), indexOf(path)]) rmSync(file, { force: true })
}

/** Replaces a data set by a complete one atomically. */
export const putInPlace = (complete: string, path: string): void => {
  // A leftover journal would be applied to the new file.
  if (existsSync(`${path}-wal`)) {
    const former = new DatabaseSync(path)
    former.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    former.close()
    for (const ending of besides) rmSync(path + ending, { force: true })
  }
  // Left by a process that was killed at the last moment.
  rmSync(indexOf(complete), { force: true })
  renameSync(complete, path)
}
