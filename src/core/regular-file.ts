import { statSync } from 'node:fs'
import { CommandError } from './errors.ts'

/**
 * What there is at a path instead of a regular file, with its article; null for a regular file, and where there is nothing. Ask before a path that
 * somebody named is opened: opening a named pipe stops the whole process until someone opens its other end.
 */
export const irregularAt = (path: string): string | null => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return null
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** For a file that is to be written or replaced. */
export const refuseIrregular = (path: string): void => {
  const irregular = irregularAt(path)
  if (irregular !== null) throw new CommandError(`${path} could not be written: it is ${irregular}, not a file.`)
}
