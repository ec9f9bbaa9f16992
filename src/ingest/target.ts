import { isPostgres, placeOf } from '../core/config/data-location.ts'
import { refuseIrregular } from '../core/regular-file.ts'
import type { ImportSession, OnProgress } from './merge/merge-store.ts'
import { migrateData } from './migrations/migrate.ts'
import { filesOf, mergeIntoFile } from './sqlite/import-session.ts'
import { contentsOf } from './sqlite/opening.ts'

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
    /** Of a migration that has to come first. */
    onProgress?: OnProgress | undefined
  }): Promise<ImportSession>
}

export const targetOf = async (into: string): Promise<Target> => {
  if (!isPostgres(into)) {
    refuseIrregular(into)
    return {
      name: into,
      files: filesOf(into),
      openSession: async ({ onProgress = () => {}, ...options }) => {
        // What is replaced need not be migrated.
        const isKept = options.amends === true || contentsOf(into)?.isMadeUp === false
        if (!options.replaces && isKept) await migrateData({ kind: 'sqlite', path: into }, onProgress)
        return mergeIntoFile({ path: into, ...options })
      }
    }
  }
  const { mergeIntoPostgres } = await import('./postgres/import-session.ts')
  return {
    name: placeOf(into),
    files: [],
    openSession: async ({ onProgress = () => {}, ...options }) => {
      await migrateData({ kind: 'postgres', urls: [into] }, onProgress)
      return mergeIntoPostgres({ url: into, ...options })
    }
  }
}
