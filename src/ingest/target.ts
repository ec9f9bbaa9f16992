import { isPostgres, placeOf } from '../core/config/data-location.ts'
import { refuseIrregular } from '../core/regular-file.ts'
import { openFile } from '../store/sqlite/data-file.ts'
import type { Cells } from '../store/tables/columns.ts'
import type { ImportSession, OnProgress } from './merge/merge-store.ts'
import { migrateData } from './migrations/migrate.ts'
import { filesOf, mergeIntoFile } from './sqlite/import-session.ts'
import { contentsOf } from './sqlite/opening.ts'
import { arrays } from './tables/sqlite-arrays.ts'

/** The destination of an import: a file or a PostgreSQL. */
export type Target = {
  /** For messages, without user and password. */
  name: string
  /** Files that the import writes. */
  files: readonly string[]
  /** Rows of a statement, for who may only read, and while an import runs. */
  readRows(sql: string): Promise<readonly Cells[]>
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
      readRows: async (sql) => {
        const db = openFile(into)
        try {
          return arrays(db.prepare(sql)).all()
        } finally {
          db.close()
        }
      },
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
    readRows: async (sql) => (await import('../store/postgres/client.ts')).readRows(into, sql),
    openSession: async ({ onProgress = () => {}, ...options }) => {
      await migrateData({ kind: 'postgres', urls: [into] }, onProgress)
      return mergeIntoPostgres({ url: into, ...options })
    }
  }
}
