import { inject } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { type App, startApp } from '../src/host/app.ts'
import type { Source } from '../src/store/source.ts'
import { patient } from './server.ts'

/** A server over the default data set that made its own key, as `npm start` without GATEWAY_KEYS does. */
export const startOwnKey = (
  key: string,
  wrapSource?: (source: Source) => Source,
  settings: Readonly<Record<string, string>> = {}
): Promise<App> =>
  startApp({
    config: {
      ...readConfig({ PORT: '0', DATA_URL: `sqlite:${inject('defaultDataset')}`, LOG_LEVEL: 'silent', ...settings }),
      ...patient
    },
    log: createLog('silent'),
    keys: [key],
    demoKey: key,
    ...(wrapSource === undefined ? {} : { wrapSource })
  })
