import { join } from 'node:path'
import { isPostgres, placeOf } from '../config/data-location.ts'
import { refuseIrregular } from '../core/regular-file.ts'
import { withTemporaryFolder } from '../core/temporary-folder.ts'
import type { ImportSession } from './merge/merge-store.ts'
import type { Contents } from './merge/replaced.ts'
import { filesOf, mergeIntoFile } from './sqlite/import-session.ts'
import type { ImportSummary } from './summary.ts'
import { importWhole } from './whole.ts'

type OnProgress = (step: string, done: number, total: number) => void

/** The destination of an import: a file or a PostgreSQL. */
export type Target = {
  /** For messages, without user and password. */
  name: string
  /** Files that the import writes. */
  files: readonly string[]
  openSession(options: {
    replaces: boolean
    resumes: boolean
    replacesSeedUpTo?: number | undefined
  }): Promise<ImportSession>
  /** Replaces the data by a whole export, unless `check` throws. */
  takeWhole(
    file: string,
    check: (contents: Contents | null) => void,
    onProgress: OnProgress | undefined
  ): Promise<ImportSummary>
}

export const targetOf = async (into: string): Promise<Target> => {
  if (!isPostgres(into)) {
    refuseIrregular(into)
    return {
      name: into,
      files: filesOf(into),
      openSession: (options) => mergeIntoFile({ path: into, ...options }),
      takeWhole: (file, check, onProgress) => importWhole({ file, path: into, check, onProgress })
    }
  }
  const { mergeIntoPostgres } = await import('./postgres/import-session.ts')
  const { contentsAt, replaceByCopy } = await import('./postgres/copy.ts')
  return {
    name: placeOf(into),
    files: [],
    openSession: (options) => mergeIntoPostgres({ url: into, ...options }),
    async takeWhole(file, check, onProgress = () => {}) {
      // Before all is read; others may write until then.
      check(await contentsAt(into))
      return withTemporaryFolder(async (folder) => {
        const path = join(folder, 'whole.db')
        const summary = await importWhole({ file, path, onProgress })
        await replaceByCopy(path, into, onProgress, check)
        return summary
      })
    }
  }
}
