import type { DataOf } from '../../core/config/data-location.ts'
import type { OnProgress } from '../merge/merge-store.ts'

type MigratableData = Pick<DataOf<'sqlite'>, 'kind' | 'path'> | Pick<DataOf<'postgres'>, 'kind' | 'urls'>

/**
 * Brings data of an older version to the tables of this one, for those who may write the data. Others get a message of their reader that says how.
 * Returns whether there was anything to do.
 */
export const migrateData = async (
  data: MigratableData | { kind: 'upstream' } | { kind: 'source' },
  onProgress: OnProgress
): Promise<boolean> => {
  if (data.kind === 'upstream' || data.kind === 'source') return false
  if (data.kind === 'sqlite') {
    const { migrateFile } = await import('./migrate-file.ts')
    return migrateFile(data.path, onProgress)
  }
  const { migratePostgres } = await import('./migrate-postgres.ts')
  for (const url of data.urls) if (await migratePostgres(url, onProgress)) return true
  return false
}
