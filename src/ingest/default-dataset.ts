import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../core/config/config.ts'
import type { DatasetTask } from './make-dataset.ts'

/** The task that makes the sample data set; null when it exists, or the configuration reads another one. */
const missing = async ({ data }: Config) => {
  if (data.kind !== 'sqlite' || data.sample === null || existsSync(data.path)) return null
  const { seedDefaults } = await import('./seed/seed.ts')
  const { today } = await import('./seed/calendar.ts')
  return { kind: 'seed', path: data.path, ...seedDefaults, until: today() } as const satisfies DatasetTask
}

/** Makes the default data set when it is needed; reports on standard error. */
export const makeDefaultDataset = async (config: Config): Promise<void> => {
  const task = await missing(config)
  if (task === null) return
  const { makeDataset } = await import('./make-dataset.ts')
  const { progress } = await import('./progress.ts')
  await onceOfAll(task.path, () => makeDataset(task, progress(process.stderr, 'First start: creating a data set')))
}

/** If several processes start together, one makes the data set and the others wait for it. */
const onceOfAll = async (path: string, make: () => Promise<unknown>): Promise<void> => {
  const { isImporting } = await import('../store/sqlite/import-lock.ts')
  for (;;) {
    try {
      await make()
      return
    } catch (error) {
      if (!existsSync(path) && !isImporting(path)) throw error
    }
    while (isImporting(path)) await pause(50)
    if (existsSync(path)) return
  }
}

/** The same within another program: reports nothing, and leaves signals and memory limits to that program. */
export const makeDefaultDatasetQuietly = async (config: Config): Promise<void> => {
  const task = await missing(config)
  if (task === null) return
  const { makeInWorker } = await import('./make-dataset.ts')
  await onceOfAll(task.path, () => makeInWorker(task, () => {}))
}
