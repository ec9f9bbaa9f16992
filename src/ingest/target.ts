import { isPostgres, placeOf } from '../core/config/data-location.ts'
import { refuseIrregular } from '../core/regular-file.ts'
import type { ImportSession } from './merge/merge-store.ts'
import { filesOf, mergeIntoFile } from './sqlite/import-session.ts'

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
    /** Changes what is there, of which nothing is replaced or resumed. */
    amends?: boolean
  }): Promise<ImportSession>
}

export const targetOf = async (into: string): Promise<Target> => {
  if (!isPostgres(into)) {
    refuseIrregular(into)
    return {
      name: into,
      files: filesOf(into),
      openSession: (options) => mergeIntoFile({ path: into, ...options })
    }
  }
  const { mergeIntoPostgres } = await import('./postgres/import-session.ts')
  return {
    name: placeOf(into),
    files: [],
    openSession: (options) => mergeIntoPostgres({ url: into, ...options })
  }
}
