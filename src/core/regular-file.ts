import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError } from './errors.ts'

/**
 * What a path points to when it is no regular file ("a folder"), or null. Check it before opening a path given by a user: opening a named
 * pipe blocks the process until something opens its other end.
 */
export const irregularAt = (path: string): string | null => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return null
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** Whether a path is a symbolic link. False for inaccessible paths: opening them reports why. */
const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** The target of a symbolic link, even one that does not exist yet; any other path itself. */
export const realPathOf = (path: string): string => {
  if (!isLink(path)) return path
  // Throws for circular links.
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path)
  return realPathOf(resolve(realpathSync(dirname(path)), readlinkSync(path)))
}

/** Whether two paths lead to one file that exists. */
export const isSameFile = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/** Throws when a file to be written or replaced is not a regular file. */
export const refuseIrregular = (path: string): void => {
  const irregular = irregularAt(path)
  if (irregular !== null) throw new CommandError(`${path} could not be written: it is ${irregular}, not a file.`)
}
