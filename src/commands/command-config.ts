import { type Config, environment, readConfig } from '../core/config/config.ts'
import { readAnyData } from '../core/config/data-location.ts'

/** Reports a usage error and ends the process. */
export type Misuse = (problem: string) => never

/** The configuration, with the data of `--from` where it is given, and the location of the data as written. */
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

/** Calls of a live source are counted where its servers count them. */
const countedIn = ({ data, cache }: Config): Config['data'] =>
  data.kind === 'source' && cache.kind === 'redis' ? { ...data, access: { ...data.access, callUrl: cache.url } } : data

/** For a command that reads once: it needs data only, reads nothing twice, and must not fill a shared cache. */
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
