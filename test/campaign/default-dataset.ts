import { join } from 'node:path'
import { seedDataset, seedDefaults } from '../../src/ingest/seed/seed.ts'

/** The default data set: the one that `TEST_DATASET` names, or a new one in the folder. Campaigns only read it. */
export const defaultDataset = async (folder: string): Promise<string> => {
  const { TEST_DATASET: existing } = process.env
  if (existing !== undefined) return existing
  const path = join(folder, 'data.db')
  await seedDataset({ path, ...seedDefaults })
  return path
}
