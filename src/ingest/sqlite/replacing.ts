import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What SQLite keeps beside a file while it is written. */
export const besides = ['-wal', '-shm', '-journal'] as const

/** Where an import makes a new data set, until it is complete. */
export const partOf = (path: string): string => `${path}.part`

/** Where its index is made while the rows are gathered. */
export const indexOf = (path: string): string => `${path}-index`

export const removeWithBesides = (path: string): void => {
  for (const file of [...['', ...besides].map((ending) => path + ending), indexOf(path)]) rmSync(file, { force: true })
}

/** Puts a complete data set in the place of another one in one step. */
export const putInPlace = (complete: string, path: string): void => {
  // A journal that stays behind would be taken for one of the new file.
  if (existsSync(`${path}-wal`)) {
    const former = new DatabaseSync(path)
    former.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    former.close()
    for (const ending of besides) rmSync(path + ending, { force: true })
  }
  // A process that was killed in the last moment left it.
  rmSync(indexOf(complete), { force: true })
  renameSync(complete, path)
}
