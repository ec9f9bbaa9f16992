import { inject } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Source } from '../src/store/source.ts'
import { createLog } from '../src/telemetry/log.ts'
import { patient } from './server.ts'

/** A server over the default data set that made its own key, as `npm start` without GATEWAY_KEYS does. */
export const startOwnKey = (key: string, wrapSource?: (source: Source) => Source): Promise<App> =>
  startApp({
    config: {
      ...readConfig({ PORT: '0', DATA_URL: `sqlite:${inject('defaultDataset')}`, LOG_LEVEL: 'silent' }),
      ...patient
    },
    log: createLog('silent'),
    keys: [key],
    demoKey: key,
    ...(wrapSource === undefined ? {} : { wrapSource })
  })
