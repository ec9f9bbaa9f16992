import { availableParallelism } from 'node:os'
import { type Config, workerShareOf } from '../../core/config/config.ts'
import type { DoctorFinding } from './finding.ts'

/** Whether several workers fit the machine and the data; null for a single process. */
export const workers = (config: Config): DoctorFinding | null => {
  const { workers: count, data, cache } = config
  if (count === 1) return null
  const what = 'workers'
  const processors = availableParallelism()
  const share = Math.floor(workerShareOf(config).cacheMaxBytes / 1024 / 1024)
  const found = `${count} workers on ${processors} ${processors === 1 ? 'processor' : 'processors'}, each with ${share} MiB of CACHE_MAX_MB`
  if (count > processors) return { state: 'note', what, found, todo: 'Set WORKERS=auto for one worker a processor.' }
  if (cache.kind === 'memory' && (data.kind === 'upstream' || data.kind === 'source')) {
    return {
      state: 'note',
      what,
      found: `${found}; each reads from DATA_URL for its own cache`,
      todo: 'Set CACHE_URL to a Redis that they share.'
    }
  }
  return { state: 'ok', what, found }
}
