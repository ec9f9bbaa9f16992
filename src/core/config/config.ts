import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandError } from '../errors.ts'
import { fileProblem } from '../file-problem.ts'
import { fromKeys, keysOf } from '../keys-of.ts'
import type { RateLimit } from '../rate-limit.ts'
import { irregularAt } from '../regular-file.ts'
import type { DataLocation } from './data-location.ts'
import type { CacheLocation, Origins, RequestLogging } from './parsers.ts'
import { type LogLevel, publicLimit, type Sampler, type Setting, type SettingValues, settings } from './settings.ts'

/** Limits of a GraphQL query. */
export type QueryLimits = Readonly<{
  /** Lexical tokens of its document. */
  tokens: number
  /** Nesting depth of selections, fragments included. */
  depth: number
  /** Aliases of one field of one object. */
  aliases: number
  /** Directives in its document. */
  directives: number
  rootFields: number
  /** List elements, by requested page sizes. */
  nodes: number
  /** Estimated cost before execution. */
  cost: number
  /** Distinct reads of records and pages. */
  reads: number
  /** Posts of a list that are read to filter, sort or count it, if the source cannot do so. */
  scan: number
  /** Size of the JSON response. */
  answerBytes: number
}>

export type Config = Readonly<{
  port: number
  host: string
  /** Processes that serve on the port. */
  workers: number
  data: DataLocation
  /** Maximum number of connections to an upstream. */
  upstreamConnections: number
  /** Whether the graph of an upstream is used. */
  upstreamBatch: boolean
  /** Recording of counts that are read from an upstream; null for none. */
  history: HistoryOptions | null
  cache: CacheLocation
  cacheMaxBytes: number
  gatewayKeys: readonly string[]
  /** Path of the key file; null for none. */
  keyFile: string | null
  /** Limit for keys without their own; null for none. */
  rateLimit: RateLimit | null
  /** Origins whose pages may call. */
  origins: Origins
  /** The server's public address; null for the one it listens on. */
  publicUrl: string | null
  /** Whether previews are public. */
  publicPreviews: boolean
  logLevel: LogLevel
  logRequests: RequestLogging
  requestTimeoutMs: number
  /** Maximum concurrent requests and queueing time. */
  load: { maxConcurrent: number; maxWaitMs: number }
  /** Time for which a stopping server continues to answer. */
  shutdownGraceMs: number
  /** Export of traces and metrics; null for none. */
  openTelemetry: OpenTelemetryOptions | null
  limits: QueryLimits
  /** Whether introspection is allowed. */
  introspection: boolean
  /** Whether errors suggest similar names. */
  suggestions: boolean
  /** Whether the response cache is on. No setting: tests and measurements turn it off to compare. */
  readyAnswers: boolean
  /** Whether GraphQL queries run by plan. No setting: tests turn it off to compare with graphql-js. */
  queryPlans: boolean
  /** Whether automatic persisted queries are stored. */
  automaticDocuments: boolean
  /** Path of the manifest with the only allowed GraphQL documents; null to allow any. */
  documentsOnly: string | null
  /** Whether the graph is a federation subgraph. */
  federation: boolean
}>

export type HistoryOptions = { path: string; maxBytes: number; maxDays: number; movedFrom: URL | null }

export type OpenTelemetryOptions = {
  /** The collector's address, without `/v1/…`. */
  endpoint: string
  /** Pairs `name=value`, comma-separated. */
  headers: string
  serviceName: string
  traces: boolean
  metrics: boolean
  sampler: Sampler
  /** From 0 to 1. */
  samplerRatio: number
  metricIntervalMs: number
}

/** The configuration is invalid. `problems` has one line for each problem. */
export class ConfigError extends CommandError {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.map((problem) => `configuration: ${problem}`).join('\n'))
    this.problems = problems
  }
}

/** The setting of each query limit. */
export const limitSettings = {
  tokens: 'MAX_QUERY_TOKENS',
  depth: 'MAX_QUERY_DEPTH',
  aliases: 'MAX_QUERY_ALIASES',
  directives: 'MAX_QUERY_DIRECTIVES',
  rootFields: 'MAX_QUERY_ROOT_FIELDS',
  nodes: 'MAX_QUERY_NODES',
  cost: 'MAX_QUERY_COST',
  reads: 'MAX_QUERY_READS',
  scan: 'MAX_SCAN',
  answerBytes: 'MAX_ANSWER_MB'
} as const satisfies Record<keyof QueryLimits, keyof typeof settings>

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads `.env` of the working directory; the environment takes precedence. */
export const environment = (): Record<string, string | undefined> => {
  return { ...parseEnv(readEnvFile()), ...process.env }
}

/** The file is optional, but an unreadable one is an error: its keys would be ignored, and a demo key would open the server. */
const readEnvFile = (): string => {
  const irregular = irregularAt('.env')
  if (irregular !== null) throw new ConfigError([`.env is ${irregular}, not a file`])
  let file: Buffer
  try {
    file = readFileSync('.env')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new ConfigError([`.env cannot be read: ${fileProblem(error)}`])
  }
  if (!isUtf8(file) || file.includes(0)) throw new ConfigError(['.env is not a text in UTF-8'])
  return file.toString().replace(/^\ufeff/, '')
}

/** The value of every setting, and the problems of the given texts. Invalid values are missing. `nameOf`: names for messages. */
export const readValues = (
  env: Readonly<Record<string, string | undefined>>,
  nameOf: (setting: keyof SettingValues) => string = (setting) => setting
): { values: SettingValues; problems: string[] } => {
  const problems: string[] = []
  const values: Partial<Record<keyof SettingValues, unknown>> = {}
  for (const [name, setting] of Object.entries(settings) as [keyof SettingValues, Setting<unknown>][]) {
    const given = env[name]?.trim()
    try {
      values[name] = setting.read(given === undefined || given === '' ? setting.default : given)
    } catch (error) {
      problems.push(`${nameOf(name)} ${error instanceof Error ? error.message : 'is not valid'}`)
    }
  }
  return { values: values as SettingValues, problems }
}

/** Problems of settings that are valid alone but not together. Missing values cause none. */
export const contradictionsIn = (
  values: Partial<SettingValues>,
  { NODE_ENV }: Readonly<Record<string, string | undefined>>
): string[] => {
  const { HISTORY, DATA_URL, HOST = '127.0.0.1' } = values
  const problems = indivisibleIn(values)
  if (DATA_URL === undefined || DATA_URL.kind === 'upstream' || DATA_URL.kind === 'source') return problems
  // Visitors would take the people and numbers of the sample data for real ones.
  if (DATA_URL.kind === 'sqlite' && DATA_URL.sample === 'unset' && (NODE_ENV === 'production' || !isLoopback(HOST))) {
    problems.push(
      'DATA_URL must be set in production and where other machines can call: to the data to serve, or to demo: for sample data, which are invented'
    )
  }
  if ((HISTORY ?? null) !== null) {
    problems.push(
      'HISTORY records what is read from another deployment, and DATA_URL names none: imports into a data set keep its history themselves'
    )
  }
  return problems
}

/** Problems of limits that workers divide, of which each worker needs at least one. */
const indivisibleIn = (values: Partial<SettingValues>): string[] => {
  const { WORKERS = 1, CACHE_MAX_MB = Number.POSITIVE_INFINITY } = values
  const { MAX_CONCURRENT_REQUESTS = WORKERS, UPSTREAM_CONNECTIONS = WORKERS } = values
  const divided = { CACHE_MAX_MB: CACHE_MAX_MB / 1024 / 1024, MAX_CONCURRENT_REQUESTS, UPSTREAM_CONNECTIONS }
  return Object.entries(divided)
    .filter(([, limit]) => limit < WORKERS)
    .map(([name, limit]) => `${name} is ${limit}, which ${WORKERS} workers cannot divide: raise it, or lower WORKERS`)
}

/** The configuration of one worker: limits of the whole server are divided among its processes. */
export const workerShareOf = (config: Config): Config =>
  Object.freeze({
    ...config,
    cacheMaxBytes: Math.floor(config.cacheMaxBytes / config.workers),
    upstreamConnections: Math.floor(config.upstreamConnections / config.workers),
    load: { ...config.load, maxConcurrent: Math.floor(config.load.maxConcurrent / config.workers) }
  })

/** The frozen configuration, or a `ConfigError` with every problem. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const { values: read, problems } = readValues(env)
  if (problems.length === 0 && read.GATEWAY_KEYS.length === 0 && read.KEY_FILE === null && !isLoopback(read.HOST)) {
    problems.push(
      `HOST is ${read.HOST}, which other machines can reach: set GATEWAY_KEYS or KEY_FILE, or listen on 127.0.0.1`
    )
  }
  problems.push(...contradictionsIn(read, env))
  if (problems.length > 0) throw new ConfigError(problems)
  return configOf(read, isLoopback(read.HOST))
}

const dataOf = (read: SettingValues): DataLocation => {
  const { DATA_URL: data } = read
  if (data.kind === 'upstream') return { ...data, key: read.UPSTREAM_KEY }
  if (data.kind !== 'source') return data
  const access = {
    key: read.SOURCE_KEY,
    clientKey: read.SOURCE_CLIENT_KEY,
    clientSecret: read.SOURCE_CLIENT_SECRET,
    url: read.SOURCE_URL,
    calls: read.SOURCE_BUDGET,
    mayShare: read.SOURCE_SHARING === 'allowed'
  }
  return { ...data, access: { ...data.access, ...access } }
}

/** `isLocal`: whether only this machine can send requests, so that no limits are needed. */
export const configOf = (read: SettingValues, isLocal: boolean): Config =>
  Object.freeze({
    port: read.PORT,
    host: read.HOST,
    workers: read.WORKERS,
    data: dataOf(read),
    upstreamConnections: read.UPSTREAM_CONNECTIONS,
    upstreamBatch: read.UPSTREAM_BATCH === 'on',
    history:
      read.HISTORY === null
        ? null
        : {
            path: read.HISTORY,
            maxBytes: read.HISTORY_MAX_MB,
            maxDays: read.HISTORY_MAX_DAYS,
            movedFrom: read.HISTORY_MOVED_FROM
          },
    cache: read.CACHE_URL,
    cacheMaxBytes: read.CACHE_MAX_MB,
    gatewayKeys: read.GATEWAY_KEYS,
    keyFile: read.KEY_FILE,
    rateLimit: read.RATE_LIMIT === undefined ? (isLocal ? null : publicLimit) : read.RATE_LIMIT,
    origins: read.CORS_ORIGINS ?? (isLocal ? 'loopback' : []),
    publicUrl: read.PUBLIC_URL,
    publicPreviews: read.PUBLIC_PREVIEWS === 'on',
    logLevel: read.LOG_LEVEL,
    logRequests: read.LOG_REQUESTS,
    requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
    load: { maxConcurrent: read.MAX_CONCURRENT_REQUESTS, maxWaitMs: read.MAX_WAIT_MS },
    shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
    openTelemetry:
      read.OTEL_EXPORTER_OTLP_ENDPOINT === null
        ? null
        : {
            endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: read.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: read.OTEL_SERVICE_NAME,
            traces: read.OTEL_TRACES_EXPORTER === 'otlp',
            metrics: read.OTEL_METRICS_EXPORTER === 'otlp',
            sampler: read.OTEL_TRACES_SAMPLER,
            samplerRatio: read.OTEL_TRACES_SAMPLER_ARG,
            metricIntervalMs: read.OTEL_METRIC_EXPORT_INTERVAL
          },
    limits: fromKeys(keysOf(limitSettings), (limit) => read[limitSettings[limit]]),
    introspection: read.GRAPHQL_INTROSPECTION === 'on',
    suggestions: read.GRAPHQL_SUGGESTIONS === 'on',
    readyAnswers: true,
    queryPlans: true,
    automaticDocuments: read.AUTOMATIC_DOCUMENTS === 'on',
    documentsOnly: read.DOCUMENTS_ONLY,
    federation: read.FEDERATION === 'on'
  })
