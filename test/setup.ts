import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExplorer } from '../packages/build-explorer.ts'
import { seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import { hasPostgresServer, startCluster } from './own-cluster.ts'
import { makeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The default data set, made once for the whole run and only read. */
    defaultDataset: string
    /** Processor time that making it took, in seconds. */
    defaultDatasetEffort: number
  }
}

/** Projects whose tests ask a PostgreSQL, unless `TEST_POSTGRES` names one. */
const withPostgres: readonly string[] = ['server', 'data']

/** Tests of these install packages, which is too much for memory, and may not be run from there. */
const onDisk: readonly string[] = ['packages']

/**
 * Makes once what every test file uses: a folder for what they write, the default data set, which is only read, and a PostgreSQL. Who starts
 * many runs makes the data set before them and names it in `TEST_DATASET`.
 */
export const setup = async (project: TestProject) => {
  // Before the workers, which would all build it.
  await buildExplorer()
  const folder = makeRunFolder()
  // Workers start later, and take both over.
  if (!onDisk.includes(project.name)) process.env.TMPDIR = folder.path
  const needsPostgres = withPostgres.includes(project.name) && process.env.TEST_POSTGRES === undefined
  const cluster = needsPostgres && hasPostgresServer() ? await startCluster({ isOpen: true }) : undefined
  if (cluster !== undefined) process.env.TEST_POSTGRES = cluster.url

  const made = process.env.TEST_DATASET
  const path = made ?? join(folder.path, 'default.db')
  const before = process.cpuUsage()
  if (made === undefined) await seedDataset({ path, ...seedDefaults })
  const { user, system } = process.cpuUsage(before)
  project.provide('defaultDatasetEffort', made === undefined ? (user + system) / 1e6 : 0)
  project.provide('defaultDataset', path)
  return async () => {
    await cluster?.close()
    folder.remove()
  }
}
