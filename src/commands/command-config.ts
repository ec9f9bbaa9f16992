import { type Config, environment, readConfig } from '../core/config/config.ts'
import { readAnyData } from '../core/config/data-location.ts'

/** Reports a usage error and ends the process. */
export type Misuse = (problem: string) => never

/** The configuration, with the data of `--from` if given, and the original text of the data location. */
export const configFrom = (from: string | undefined, misuse: Misuse): { config: Config; dataUrl: string } => {
  const env = environment()
  if (from === undefined) return { config: readConfig(env), dataUrl: env.DATA_URL ?? '' }
  try {
    readAnyData(from)
  } catch (error) {
    misuse(`--from ${error instanceof Error ? error.message : String(error)}`)
  }
  return { config: readConfig({ ...env, DATA_URL: from, HISTORY: '' }), dataUrl: from }
}

const cacheBytes = 16 * 2 ** 20

/** Uses the same call counter for a live source as its servers. */
const countedIn = ({ data, cache }: Config): Config['data'] =>
  data.kind === 'source' && cache.kind === 'redis' ? { ...data, access: { ...data.access, callUrl: cache.url } } : data

/** The configuration of a command that reads once: it needs only data, never reads twice, and must not fill a shared cache. */
export const alone = (config: Config): Config => ({
  ...config,
  data: countedIn(config),
  cache: { kind: 'memory' },
  cacheMaxBytes: cacheBytes,
  keyFile: null,
  rateLimit: null,
  documentsOnly: null,
  openTelemetry: null
})
