import { inOneLine } from '../../core/terminal.ts'

/** A file in an archive. */
export type ArchiveEntry = {
  /** Name in the archive. */
  name: string
  /** Why its content is skipped, for example because it is a link; null for a file. */
  passedOver: string | null
  /** Why it cannot be read; null if it can. */
  problem: string | null
  /** Must be read before the next entry, or not at all. */
  bytes: AsyncIterable<Buffer>
}

/** Maximum entries of an archive. A folder with so many files should be imported by itself. */
export const maxEntries = 100_000

const longestName = 200

/** A name for messages and sources. Paths are only names here: nothing is written to them. */
export const shownName = (name: string): string => {
  const safe = inOneLine(name.replace(/^(?:\.\/)+/, '')).toWellFormed()
  return safe.length > longestName ? `…${safe.slice(1 - longestName).toWellFormed()}` : safe
}

/** Files that macOS adds to archives. */
const addedByMac = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/
const hidden = /(?:^|\/)\.(?!\.?\/)[^/]/

export const isAddedByMac = (name: string): boolean => addedByMac.test(name)
export const isHidden = (name: string): boolean => hidden.test(name)
