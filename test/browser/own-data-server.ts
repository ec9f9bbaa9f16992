import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/core/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { startApp } from '../../src/host/app.ts'
import { seedDataset, seedDefaults } from '../../src/ingest/seed/seed.ts'

const key = 'cg_own-data'

/** A server over a default data set that is made for it and goes with it, for programs that look at pages without the test runner. */
export const startOwnDataServer = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-pages-'))
  const dataset = join(folder, 'data.db')
  seedDataset({ path: dataset, ...seedDefaults })
  const app = await startApp({
    config: readConfig({ PORT: '0', DATA_URL: `sqlite:${dataset}`, LOG_LEVEL: 'silent' }),
    log: createLog('silent'),
    keys: [key],
    demoKey: key
  })
  return {
    url: app.url,
    async close() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
