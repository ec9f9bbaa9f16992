import { inOneLine } from '../../core/terminal.ts'

/** A file in an archive. */
export type ArchiveEntry = {
  /** As the archive names it. */
  name: string
  /** Why it cannot be read; null if it can. */
  problem: string | null
  /** Read before the next entry, or not at all. */
  bytes: AsyncIterable<Buffer>
}

/** Entries of an archive that are read; a folder of as many files would be imported by itself. */
export const maxEntries = 100_000

const longestName = 200

/** A name for messages and sources. Paths are only names here: nothing is written to them. */
export const shownName = (name: string): string => {
  const safe = inOneLine(name.replace(/^(?:\.\/)+/, '')).toWellFormed()
  return safe.length > longestName ? `…${safe.slice(1 - longestName).toWellFormed()}` : safe
}

/** What macOS adds to archives; nobody has put it there. */
const addedByMac = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/
const hidden = /(?:^|\/)\.(?!\.?\/)[^/]/

/** What is to be said of an entry that is not read for its name: null for nothing, undefined for others. */
export const passedOver = (name: string): string | null | undefined =>
  addedByMac.test(name) ? null : hidden.test(name) ? 'hidden' : undefined

/** Whether an entry that is not read has no content that anybody would miss. */
export const isPassedOver = (reason: string): boolean => ['hidden', 'a link', 'not a file'].includes(reason)
