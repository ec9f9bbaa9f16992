import { inject } from 'vitest'
import { type Config, readConfig } from '../../src/core/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { type App, startApp } from '../../src/host/app.ts'
import type { Source } from '../../src/store/source.ts'
import { patient } from '../server.ts'

export type OwnServer = App & { key: string; port: number }

type Options = { key?: string; port?: number; config?: Partial<Config>; wrapSource?: (source: Source) => Source }

/** A server that made its own key, as `npm start` without GATEWAY_KEYS does: its pages carry the key. */
export const startOwnServer = async ({
  key = 'cg_browser-tests',
  port = 0,
  config,
  wrapSource
}: Options = {}): Promise<OwnServer> => {
  const app = await startApp({
    config: {
      ...readConfig({ PORT: String(port), DATA_URL: `sqlite:${inject('defaultDataset')}`, LOG_LEVEL: 'silent' }),
      ...patient,
      ...config
    },
    log: createLog('silent'),
    keys: [key],
    demoKey: key,
    ...(wrapSource === undefined ? {} : { wrapSource })
  })
  return { ...app, key, port: Number(new URL(app.url).port) }
}
