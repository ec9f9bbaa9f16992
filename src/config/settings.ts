import { type RateLimit, rateLimitText } from '../core/rate-limit.ts'
import { defaultDataPath, readAnyData } from './data-location.ts'
import {
  mebibytes,
  oneOf,
  readAddress,
  readCache,
  readKeys,
  readLimit,
  readOrigins,
  readRequestLogging,
  readShare,
  readUpstreamKey,
  wholeNumber
} from './parsers.ts'

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const)
] as const
export type Sampler = (typeof samplers)[number]

/** Default rate limit: bounds what a flood can take, and is far above normal use. */
export const publicLimit: RateLimit = { points: 60_000, seconds: 60 }

/** One setting: default text, description and parser. */
export type Setting<T> = { default: string; meaning: string; read: (text: string) => T }

/** Every setting, in the order of the documentation. */
export const settings = {
  PORT: { default: '4000', meaning: 'port to listen on; 0 takes any free one', read: wholeNumber(0, 65_535) },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on', read: (text) => text },
  DATA_URL: {
    default: `sqlite:${defaultDataPath}`,
    meaning:
      'where the data is: sqlite:FILE, the path of a file, postgres://…, or the http or https address of another deployment',
    read: readAnyData
  },
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
  PUBLIC_PREVIEWS: {
    default: 'off',
    meaning: 'show everyone the title, description and picture of what an address of the explorer names: on or off',
    read: oneOf(['on', 'off'])
  },
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
    meaning: 'size an answer may have, in MiB',
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

/** The parsed values. */
export type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }
