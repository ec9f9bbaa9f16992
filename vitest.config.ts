import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Workers keep what they compile, and take it from there in the next run.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')

const shared = {
  globalSetup: ['test/setup.ts'],
  setupFiles: ['test/property-seed.ts'],
  // Only what hangs meets these: what is waited for may come late on a machine that has other work.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Node runs the sources as they are in tests too: one module graph, and one copy of graphql in it.
  experimental: { viteModuleRunner: false }
}

/** What needs packages of its own: an image's, schemas of Kubernetes, linters of the contracts, GraphQL clients, and Nodes to try the packed project on. */
const withPackages = [
  'test/duckdb.test.ts',
  'test/examples-with-clients.test.ts',
  'test/federation-gateway.test.ts',
  'test/generate-types.test.ts',
  'test/hosts.test.ts',
  'test/image.test.ts',
  'test/kubernetes.test.ts',
  'test/linters.test.ts',
  'test/optional-packages.test.ts',
  'test/packages.test.ts',
  'test/vendor-samples.test.ts',
  'test/vendor-table.test.ts'
]

/** Data that come and go: what fills a PostgreSQL, makes data sets, and runs commands that do, one after the other. */
const ofData = [
  'collect',
  'creator-scores',
  'postgres-*',
  'data-commands',
  'export*',
  'import*',
  'interrupted-import',
  'merging',
  'search-refresh',
  'seed',
  'sql-views',
  'new-data'
].map((name) => `test/${name}.test.ts`)

/** What waits, or takes longest, goes first, and the others meanwhile: a fresh clone has no times of its own to go by. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isWaiting = ({ moduleId }: TestSpecification) =>
      /\/(rolling-restart|end-of-life|first-start|agents-over-stdio|readme)\.test/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}

// biome-ignore lint/style/noDefaultExport: the runner loads the default export
export default defineConfig({
  test: {
    // Much of a test is waiting for a server or a clock, which leaves room for one more.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          include: ['test/*.test.ts'],
          exclude: [...withPackages, ...ofData],
          // To load the sources anew for each of sixty files would take a third of the time.
          isolate: false
        }
      },
      { extends: true, test: { ...shared, name: 'data', include: ofData, isolate: false } },
      { extends: true, test: { ...shared, name: 'packages', include: withPackages } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          // A browser shares the machine with everything else: CI asks once more, and its report says of which.
          retry: process.env.CI === undefined ? 0 : 1
        }
      }
    ]
  }
})
