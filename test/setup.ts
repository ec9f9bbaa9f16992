import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExplorer } from '../packages/build-explorer.ts'
import { seedDataset, seedDefaults } from '../src/seed/seed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The default data set, made once for the whole run and only read. */
    defaultDataset: string
    /** Processor time that making it took, in seconds. */
    defaultDatasetEffort: number
  }
}

/**
 * Makes the default data set once; every test file reads the same one. Who starts many runs makes it before them and names it
 * in `TEST_DATASET`.
 */
export const setup = async (project: TestProject) => {
  // Before the workers, which would all build it.
  await buildExplorer()
  const made = process.env.TEST_DATASET
  if (made !== undefined) {
    project.provide('defaultDataset', made)
    project.provide('defaultDatasetEffort', 0)
    return
  }
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-test-'))
  const path = join(directory, 'default.db')
  const before = process.cpuUsage()
  await seedDataset({ path, ...seedDefaults })
  const { user, system } = process.cpuUsage(before)
  project.provide('defaultDatasetEffort', (user + system) / 1e6)
  project.provide('defaultDataset', path)
  return () => rmSync(directory, { recursive: true, force: true })
}
