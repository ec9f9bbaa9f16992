import { codeOf } from '../sqlite/file-faults.ts'
import { HistoryFileError } from './history-file.ts'

/** Result codes of SQLite (https://www.sqlite.org/rescode.html) in words. */
const texts: ReadonlyMap<number, string> = new Map([
  [5, 'another process holds a lock on it'],
  [6, 'another process holds a lock on it'],
  [8, 'it is read-only'],
  [10, 'its disk does not read or write'],
  [11, 'it is damaged; move it away to begin anew'],
  [13, 'the disk, or what HISTORY_MAX_MB allows, is full'],
  [14, 'it cannot be opened or made'],
  [26, 'it is damaged; move it away to begin anew']
])

const damage = [11, 26]

const resultOf = (error: unknown): number => codeOf(error) % 256

/** The problem of the file, as the end of a sentence about it. */
export const problemOf = (error: unknown): string => {
  if (error instanceof HistoryFileError) return error.message
  const known = texts.get(resultOf(error))
  return known ?? (error instanceof Error ? error.message : String(error))
}

/** Whether the file, or its disk, has no room. */
export const isFull = (error: unknown): boolean => resultOf(error) === 13

/** Whether a retry cannot succeed. */
export const isLastingDamage = (error: unknown): boolean => damage.includes(resultOf(error))
