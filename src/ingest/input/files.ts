import { type Stats, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileProblem } from '../../core/file-problem.ts'

/** Standard input among file names. */
export const standardInput = '-'

export type InputFile = {
  file: string
  /** Whether it was given by name, rather than found in a folder. */
  isNamed: boolean
  /** Null for a pipe, whose size is unknown. */
  bytes: number | null
  /** Changes when the file is written to; null when that is unknown. */
  stamp: string | null
}
type PassedOver = { file: string; reason: string; isIncomplete: boolean }

export type FileListing = { files: InputFile[]; passedOver: PassedOver[] }

/** Why a file is unreadable, as the end of a sentence. A name in a folder exists, even if its link target does not. */
export const whyUnreadable = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'broken link' : fileProblem(error)

const beginsUnread = 'cannot be read: '
export const unreadable = (error: unknown) => beginsUnread + whyUnreadable(error)

/** Whether a reason means that a file could not be read, rather than a problem of its content. */
export const isUnread = (reason: string): boolean => reason.startsWith(beginsUnread)

const identity = ({ dev, ino }: Stats) => `${dev}:${ino}`

/**
 * Files to read, in the given order; files of a folder and its subfolders by name. Duplicates and files in `except`, which the import
 * itself writes, are skipped. Throws for a missing name.
 */
export const listFiles = async (inputs: readonly string[], except: readonly string[] = []): Promise<FileListing> => {
  const listing: FileListing = { files: [], passedOver: [] }
  const met = new Set<string>()
  for (const path of except) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) met.add(identity(found))
  }

  const add = (file: string, found: Stats, isNamed: boolean) => {
    if (met.has(identity(found))) return
    met.add(identity(found))
    const { size, mtimeMs } = found
    listing.files.push(
      found.isFile()
        ? { file, isNamed, bytes: size, stamp: `${size} ${mtimeMs}` }
        : { file, isNamed, bytes: null, stamp: null }
    )
  }

  const addFolder = async (folder: string) => {
    for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = join(folder, entry.name)
      if (entry.name.startsWith('.')) {
        listing.passedOver.push({ file, reason: 'hidden', isIncomplete: false })
        continue
      }
      try {
        const found = await stat(file)
        if (found.isFile()) add(file, found, false)
        else if (!found.isDirectory()) listing.passedOver.push({ file, reason: 'not a file', isIncomplete: false })
        // A link may form a cycle.
        else if (entry.isSymbolicLink())
          listing.passedOver.push({ file, reason: 'link to a folder', isIncomplete: false })
        else await addFolder(file)
      } catch (error) {
        listing.passedOver.push({ file, reason: unreadable(error), isIncomplete: true })
      }
    }
  }

  for (const input of inputs) {
    if (input === standardInput) {
      listing.files.push({ file: input, isNamed: true, bytes: null, stamp: null })
      continue
    }
    const found = await stat(input)
    if (!found.isDirectory()) {
      add(input, found, true)
      continue
    }
    try {
      await addFolder(input)
    } catch (error) {
      listing.passedOver.push({ file: input, reason: unreadable(error), isIncomplete: true })
    }
  }
  return listing
}
