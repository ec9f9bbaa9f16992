import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandError } from './core/errors.ts'
import { type RateLimit, rateLimitText, readRateLimit } from './core/rate-limit.ts'

export type DataLocation =
  | { kind: 'sqlite'; path: string; isDefault: boolean }
  | { kind: 'upstream'; url: URL; key: string | null }
export type CacheLocation = { kind: 'memory' } | { kind: 'redis'; url: string }

/** Origins as browsers write them; any at all; or any page that this machine serves to itself. */
export type Origins = readonly string[] | 'any' | 'loopback'

/** What a GraphQL query may come to before it is refused: the greatest numbers that are allowed. */
export type QueryLimits = Readonly<{
  /** Names, numbers, texts and signs in its document. */
  tokens: number
  /** Levels of selections, fragments written out. */
  depth: number
  /** Names under which one field of one object is asked for. */
  aliases: number
  /** In its document. */
  directives: number
  rootFields: number
  /** Elements of lists, by the page sizes that are asked for. */
  nodes: number
  /** As it is estimated before anything runs. */
  cost: number
  /** Different things it reads: records and pages. */
  reads: number
  /** Of JSON that it is answered with. */
  answerBytes: number
}>

export type Config = Readonly<{
  port: number
  host: string
  data: DataLocation
  cache: CacheLocation
  cacheMaxBytes: number
  gatewayKeys: readonly string[]
  /** Path of the file with further keys; null for none. */
  keyFile: string | null
  /** What a key may use that has no limit of its own; null for whatever it likes. */
  rateLimit: RateLimit | null
  /** Origins whose pages may call. */
  origins: Origins
  /** Address clients reach this server under; null: the one it listens on. */
  publicUrl: string | null
  logLevel: LogLevel
  logRequests: RequestLogging
  requestTimeoutMs: number
  /** Requests at work at once, and the time one may wait for its turn. */
  load: { maxConcurrent: number; maxWaitMs: number }
  /** Time for which a server that was told to end goes on answering. */
  shutdownGraceMs: number
  /** Where traces and metrics go; null: nowhere. */
  openTelemetry: OpenTelemetryOptions | null
  limits: QueryLimits
  /** Whether the graph can be asked about itself. */
  introspection: boolean
  /** Whether errors suggest names that a client may have meant. */
  suggestions: boolean
  /** Whether ready answers are sent again while their data is fresh. */
  readyAnswers: boolean
  /** Whether GraphQL queries run by plan. */
  queryPlans: boolean
  /** Whether GraphQL documents that clients send with their hash are kept, so that the hash is enough from then on. */
  automaticDocuments: boolean
  /** Path of the manifest whose GraphQL documents are the only ones answered; null: any are. */
  documentsOnly: string | null
}>

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** Which requests are logged: none, those that failed or were slow, or besides them one in so many. */
export type RequestLogging = 'off' | 'slow' | { oneIn: number }

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const)
] as const

export type OpenTelemetryOptions = {
  /** Address of a collector, without `/v1/…`. */
  endpoint: string
  /** Pairs `name=value`, comma-separated. */
  headers: string
  serviceName: string
  traces: boolean
  metrics: boolean
  sampler: (typeof samplers)[number]
  /** From 0 to 1. */
  samplerRatio: number
  metricIntervalMs: number
}

/** The configuration is wrong. `problems` holds every one of them, one line each. */
export class ConfigError extends CommandError {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.map((problem) => `configuration: ${problem}`).join('\n'))
    this.problems = problems
  }
}

const defaultDataPath = './data/clipgraph.db'

/** What one setting means: its default text, what it is for, and how its text is read. */
type Setting<T> = { default: string; meaning: string; read: (text: string) => T }

const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= minimum && value <= maximum)) throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
  return value
}

const mebibytes = (minimum: number, maximum: number) => {
  const read = wholeNumber(minimum, maximum)
  return (text: string) => read(text) * 1024 * 1024
}

const readData = (text: string): DataLocation => {
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  if (path !== undefined) return { kind: 'sqlite', path, isDefault: path === defaultDataPath }
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be sqlite:PATH, or the http or https address of another deployment')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must be an address without user, query or fragment; the key of an upstream goes in UPSTREAM_KEY')
  }
  return { kind: 'upstream', url, key: null }
}

const readCache = (text: string): CacheLocation => {
  if (text === 'memory:') return { kind: 'memory' }
  if (!/^rediss?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new Error('must be memory: or redis://…, for example redis://127.0.0.1:6379')
  }
  return { kind: 'redis', url: text }
}

const readUpstreamKey = (text: string): string | null => {
  if (!/^[\x21-\x7e]*$/.test(text)) throw new Error('has characters that a header cannot carry')
  return text === '' ? null : text
}

const readKeys = (text: string): string[] => {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  for (const key of keys) {
    if (key.startsWith('sha256:') && !/^sha256:[0-9a-f]{64}$/i.test(key)) {
      throw new Error('has a sha256: entry that is not 64 hexadecimal digits')
    }
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('has a key with characters that a header cannot carry')
  }
  return keys
}

const readOrigin = (text: string): string => {
  if (text === '*') throw new Error('has * beside other origins: either is enough')
  if (text === 'null')
    throw new Error('has null, which every sandboxed page may call itself: name origins, or * for all')
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*\\]+$/i.test(text) ? URL.parse(text) : null
  if (url === null) {
    throw new Error(
      `has ${text}, which is no origin: scheme, host and perhaps a port, for example https://app.example:8443`
    )
  }
  // Browsers leave out the port that a scheme has anyway. Of schemes besides http and https, as apps have them, `origin` tells nothing.
  return `${url.protocol}//${url.host}`
}

/** Null when nothing is said. */
const readOrigins = (text: string): Origins | null => {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  if (origins.length === 0) return null
  return origins.length === 1 && origins[0] === '*' ? 'any' : origins.map(readOrigin)
}

/** Null for none; undefined when nothing is said. */
const readLimit = (text: string): RateLimit | null | undefined => {
  if (text === '') return undefined
  return text === 'off' ? null : readRateLimit(text)
}

/** A flood takes no more than its share of a server with it, and nobody who means well comes near. */
const publicLimit: RateLimit = { points: 60_000, seconds: 60 }

const readShare = (text: string): number => {
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(share <= 1)) throw new Error('must be a number from 0 to 1')
  return share
}

const readAddress = (text: string): string | null => {
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('must be an http or https address, for example https://clips.example')
  }
  return url.href.replace(/\/+$/, '')
}

const readRequestLogging = (text: string): RequestLogging => {
  if (text === 'off' || text === 'slow') return text
  if (text === 'all') return { oneIn: 1 }
  const oneIn = Number(/^1\/([1-9]\d{0,5})$/.exec(text)?.[1])
  if (Number.isNaN(oneIn)) throw new Error('must be off, slow, all, or one in so many, for example 1/100')
  return { oneIn }
}

const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (text: string): T => {
    const value = allowed.find((known) => known === text)
    if (value === undefined) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value
  }

/** Every setting, in the order people read about them. */
export const settings = {
  PORT: { default: '4000', meaning: 'port to listen on; 0 takes any free one', read: wholeNumber(0, 65_535) },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on', read: (text) => text },
  DATA_URL: { default: `sqlite:${defaultDataPath}`, meaning: 'where the data is', read: readData },
  UPSTREAM_KEY: { default: '', meaning: 'key for the deployment that DATA_URL names', read: readUpstreamKey },
  CACHE_URL: { default: 'memory:', meaning: 'where answers are kept', read: readCache },
  CACHE_MAX_MB: { default: '256', meaning: 'bound of all that is kept in memory, in MiB', read: mebibytes(1, 65_536) },
  GATEWAY_KEYS: {
    default: '',
    meaning: 'accepted keys, comma-separated: plain, or sha256:<hex>',
    read: readKeys
  },
  KEY_FILE: {
    default: '',
    meaning: 'path of a file with further keys, as keys new writes it; read again when it changes',
    read: (text) => (text === '' ? null : text)
  },
  RATE_LIMIT: {
    default: '',
    meaning: `points a key may use in a time, or off; unset: ${rateLimitText(publicLimit)}, and off while HOST is loopback`,
    read: readLimit
  },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'origins whose pages may call, comma-separated, or *; unset: those of this machine, while HOST is loopback',
    read: readOrigins
  },
  PUBLIC_URL: { default: '', meaning: 'address clients reach this server under', read: readAddress },
  LOG_LEVEL: { default: 'info', meaning: `one of ${logLevels.join(', ')}`, read: oneOf(logLevels) },
  LOG_REQUESTS: {
    default: 'slow',
    meaning:
      'requests that get a line in the log: off, slow (those that took a second or failed here), all, or these and one in n: 1/n',
    read: readRequestLogging
  },
  REQUEST_TIMEOUT_MS: {
    default: '10000',
    meaning: 'time a request may take, in milliseconds',
    read: wholeNumber(100, 600_000)
  },
  MAX_CONCURRENT_REQUESTS: {
    default: '1000',
    meaning: 'requests that may be at work at once; what is at hand already does not count',
    read: wholeNumber(1, 100_000)
  },
  MAX_WAIT_MS: {
    default: '1000',
    meaning: 'time a request may wait for its turn in a burst, in milliseconds; under lasting load half of it',
    read: wholeNumber(10, 60_000)
  },
  SHUTDOWN_GRACE_MS: {
    default: '5000',
    meaning: 'time a server that is told to end by SIGTERM goes on answering, not ready any more, in milliseconds',
    read: wholeNumber(0, 600_000)
  },
  MAX_QUERY_COST: {
    default: '1000',
    meaning: 'estimated cost a GraphQL query may have',
    read: wholeNumber(1, 1_000_000)
  },
  CLIPGRAPH_ANSWERS: {
    default: 'on',
    meaning: 'send ready answers again while their data is fresh: on or off',
    read: oneOf(['on', 'off'])
  },
  CLIPGRAPH_PLANS: {
    default: 'on',
    meaning: 'run GraphQL queries by plan: on or off',
    read: oneOf(['on', 'off'])
  },
  MAX_QUERY_READS: {
    default: '1000',
    meaning: 'different things a GraphQL query may read',
    read: wholeNumber(1, 1_000_000)
  },
  MAX_ANSWER_MB: {
    default: '32',
    meaning: 'size an answer to a GraphQL query may have, in MiB',
    read: mebibytes(1, 256)
  },
  MAX_QUERY_DEPTH: { default: '15', meaning: 'levels a GraphQL query may have', read: wholeNumber(3, 100) },
  MAX_QUERY_TOKENS: {
    default: '2000',
    meaning: 'tokens a GraphQL document may have',
    read: wholeNumber(100, 10_000)
  },
  MAX_QUERY_ALIASES: {
    default: '30',
    meaning: 'names under which a GraphQL query may ask one field of one object',
    read: wholeNumber(1, 1_000)
  },
  MAX_QUERY_DIRECTIVES: {
    default: '50',
    meaning: 'directives a GraphQL document may have',
    read: wholeNumber(0, 1_000)
  },
  MAX_QUERY_ROOT_FIELDS: {
    default: '20',
    meaning: 'fields a GraphQL query may have at its root',
    read: wholeNumber(1, 1_000)
  },
  MAX_QUERY_NODES: {
    default: '10000',
    meaning: 'elements of lists a GraphQL query may ask for',
    read: wholeNumber(1, 1_000_000)
  },
  GRAPHQL_INTROSPECTION: {
    default: 'on',
    meaning: 'answer GraphQL queries about the schema itself: on or off',
    read: oneOf(['on', 'off'])
  },
  GRAPHQL_SUGGESTIONS: {
    default: 'on',
    meaning: 'suggest names in GraphQL errors (Did you mean …?): on or off',
    read: oneOf(['on', 'off'])
  },
  AUTOMATIC_DOCUMENTS: {
    default: 'on',
    meaning: 'keep GraphQL documents that clients send with their hash: on or off',
    read: oneOf(['on', 'off'])
  },
  DOCUMENTS_ONLY: {
    default: '',
    meaning: 'path of a manifest of GraphQL documents; no others are answered then, and none are kept',
    read: (text) => (text === '' ? null : text)
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    meaning: 'OpenTelemetry collector that gets traces and metrics, by OTLP over HTTP; unset: none does',
    read: readAddress
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    meaning: 'headers for it, such as a token: name=value, comma-separated',
    read: (text) => text
  },
  OTEL_SERVICE_NAME: { default: 'clipgraph', meaning: 'what this is called there', read: (text) => text },
  OTEL_TRACES_EXPORTER: { default: 'otlp', meaning: 'traces: otlp or none', read: oneOf(['otlp', 'none']) },
  OTEL_METRICS_EXPORTER: { default: 'otlp', meaning: 'metrics: otlp or none', read: oneOf(['otlp', 'none']) },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    meaning: `requests that are traced: ${samplers.join(', ')}`,
    read: oneOf(samplers)
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', meaning: 'share of requests for a ratio, from 0 to 1', read: readShare },
  OTEL_METRIC_EXPORT_INTERVAL: {
    default: '60000',
    meaning: 'time between two sendings of metrics, in milliseconds',
    read: wholeNumber(100, 3_600_000)
  }
} as const satisfies Record<string, Setting<unknown>>

/** Which setting sets which limit of a query. */
export const limitSettings = {
  tokens: 'MAX_QUERY_TOKENS',
  depth: 'MAX_QUERY_DEPTH',
  aliases: 'MAX_QUERY_ALIASES',
  directives: 'MAX_QUERY_DIRECTIVES',
  rootFields: 'MAX_QUERY_ROOT_FIELDS',
  nodes: 'MAX_QUERY_NODES',
  cost: 'MAX_QUERY_COST',
  reads: 'MAX_QUERY_READS',
  answerBytes: 'MAX_ANSWER_MB'
} as const satisfies Record<keyof QueryLimits, keyof typeof settings>

type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads `.env` of the working directory; what the environment says wins. */
export const environment = (): Record<string, string | undefined> => {
  let file = ''
  try {
    file = readFileSync('.env', 'utf8')
  } catch {
    // There need not be one.
  }
  return { ...parseEnv(file), ...process.env }
}

/** One frozen object out of the environment, or a `ConfigError` with everything that is wrong with it. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = []
  const values: Partial<Record<keyof Values, unknown>> = {}
  for (const [name, setting] of Object.entries(settings) as [keyof Values, Setting<unknown>][]) {
    const given = env[name]?.trim()
    try {
      values[name] = setting.read(given === undefined || given === '' ? setting.default : given)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}`)
    }
  }
  const read = values as Values
  if (problems.length === 0 && read.GATEWAY_KEYS.length === 0 && read.KEY_FILE === null && !isLoopback(read.HOST)) {
    problems.push(`HOST is ${read.HOST}, which others can reach: set GATEWAY_KEYS or KEY_FILE, or listen on 127.0.0.1`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    data: read.DATA_URL.kind === 'upstream' ? { ...read.DATA_URL, key: read.UPSTREAM_KEY } : read.DATA_URL,
    cache: read.CACHE_URL,
    cacheMaxBytes: read.CACHE_MAX_MB,
    gatewayKeys: read.GATEWAY_KEYS,
    keyFile: read.KEY_FILE,
    rateLimit: read.RATE_LIMIT === undefined ? (isLoopback(read.HOST) ? null : publicLimit) : read.RATE_LIMIT,
    origins: read.CORS_ORIGINS ?? (isLoopback(read.HOST) ? 'loopback' : []),
    publicUrl: read.PUBLIC_URL,
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
    // Each of the settings is there.
    limits: Object.fromEntries(
      Object.entries(limitSettings).map(([limit, name]) => [limit, read[name]])
    ) as QueryLimits,
    introspection: read.GRAPHQL_INTROSPECTION === 'on',
    suggestions: read.GRAPHQL_SUGGESTIONS === 'on',
    readyAnswers: read.CLIPGRAPH_ANSWERS === 'on',
    queryPlans: read.CLIPGRAPH_PLANS === 'on',
    automaticDocuments: read.AUTOMATIC_DOCUMENTS === 'on',
    documentsOnly: read.DOCUMENTS_ONLY
  })
}
