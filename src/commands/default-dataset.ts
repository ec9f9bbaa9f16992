import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'

/** Makes the default data set when the configuration reads it and it does not exist; reports on standard error. */
export const makeDefaultDataset = async ({ data }: Config): Promise<void> => {
  if (data.kind !== 'sqlite' || !data.isDefault || existsSync(data.path)) return
  const { seedDefaults } = await import('../seed/seed.ts')
  const { today } = await import('../seed/calendar.ts')
  const { makeDataset } = await import('./make-dataset.ts')
  const { progress } = await import('../ingest/progress.ts')
  await makeDataset(
    { kind: 'seed', path: data.path, ...seedDefaults, until: today() },
    progress(process.stderr, 'First start: creating a data set')
  )
}
