import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unlessStopped } from './stop-gate.ts'

/** Containers that share a folder may have equal process ids. */
const prefix = `clipgraph-${hostname()}-${process.pid}-`

/** Runs work with a temporary folder, which is removed afterwards. */
export const withTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  // A stopped thread makes no new folder.
  const folder = unlessStopped(() => mkdtempSync(join(tmpdir(), prefix)))
  try {
    return await work(folder)
  } finally {
    remove(folder)
  }
}

/** Removes the temporary folders of all threads, before the process ends. */
export const removeTemporaryFolders = (): void => {
  try {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
      // Renames the folder first: a running thread could create new files in it while it is emptied.
      const renamed = join(tmpdir(), `${name}-stopped`)
      renameSync(join(tmpdir(), name), renamed)
      remove(renamed)
    }
  } catch {
    // Errors do not matter, because the process ends.
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
