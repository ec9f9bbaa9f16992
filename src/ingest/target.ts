import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgres, placeOf } from '../config/data-location.ts'
import { refuseIrregular } from '../core/regular-file.ts'
import type { ImportSession } from './merge/merge-store.ts'
import { filesOf, mayBeAddedTo, mergeIntoFile } from './sqlite/import-session.ts'
import type { ImportSummary } from './summary.ts'
import { importWhole } from './whole.ts'

type OnProgress = (step: string, done: number, total: number) => void

/** The destination of an import: a file or a PostgreSQL. */
export type Target = {
  /** For messages, without user and password. */
  name: string
  /** Files that the import writes. */
  files: readonly string[]
  /** Whether an import adds to existing data instead of starting anew. */
  mayBeAddedTo(): boolean | Promise<boolean>
  openSession(options: { replaces: boolean; resumes: boolean }): Promise<ImportSession>
  /** Replaces the data by a whole export. */
  takeWhole(file: string, onProgress: OnProgress | undefined): Promise<ImportSummary>
}

export const targetOf = async (into: string): Promise<Target> => {
  if (!isPostgres(into)) {
    refuseIrregular(into)
    return {
      name: into,
      files: filesOf(into),
      mayBeAddedTo: () => mayBeAddedTo(into),
      openSession: (options) => mergeIntoFile({ path: into, ...options }),
      takeWhole: (file, onProgress) => importWhole({ file, path: into, onProgress })
    }
  }
  const { mergeIntoPostgres } = await import('./postgres/import-session.ts')
  const { holdsData, replaceByCopy } = await import('./postgres/copy.ts')
  return {
    name: placeOf(into),
    files: [],
    mayBeAddedTo: () => holdsData(into),
    openSession: (options) => mergeIntoPostgres({ url: into, ...options }),
    async takeWhole(file, onProgress = () => {}) {
      const folder = mkdtempSync(join(tmpdir(), 'clipgraph-whole-'))
      try {
        const path = join(folder, 'whole.db')
        const summary = await importWhole({ file, path, onProgress })
        await replaceByCopy(path, into, onProgress)
        return summary
      } finally {
        rmSync(folder, { recursive: true })
      }
    }
  }
}
