import { type RateLimit, rateLimitText } from '../rate-limit.ts'
import { type DataLocation, defaultDataPath, readAnyData, unsetData } from './data-location.ts'
import {
  mebibytes,
  oneOf,
  readAddress,
  readCache,
  readFormerUrl,
  readHistory,
  readKeys,
  readLimit,
  readOrigins,
  readPublicAddress,
  readRequestLogging,
  readShare,
  readUpstreamKey,
  readWorkers,
  wholeNumber
} from './parsers.ts'

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const)
] as const
export type Sampler = (typeof samplers)[number]

/** Default rate limit: bounds the effect of a flood, and is far above normal use. */
export const publicLimit: RateLimit = { points: 60_000, seconds: 60 }

/** One setting: default text, description and parser. */
export type Setting<T> = {
  default: string
  meaning: string
  read: (text: string) => T
  /** A comma-separated list. */
  isList?: true
  /** Has no effect without a server that listens. */
  listens?: true
}

/** Every setting, in the order of the documentation. */
export const settings = {
  PORT: {
    default: '4000',
    meaning: 'port to listen on; 0 takes any free one',
    read: wholeNumber(0, 65_535),
    listens: true
  },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on', read: (text) => text, listens: true },
  WORKERS: {
    default: '1',
    meaning:
      'number of processes that serve on one port, or auto: as many as this process may use processors; they share the limits of keys, and each gets its part of the other limits',
    read: readWorkers,
    listens: true
  },
  DATA_URL: {
    default: '',
    meaning: `location of the data: sqlite:FILE, the path of a file, postgres://…, the http or https URL of another deployment, source:NAME or source:FILE for a live source, or demo: for sample data, which are invented; unset: sqlite:${defaultDataPath}, which begins with sample data, while HOST is loopback and NODE_ENV is not production`,
    read: (text): DataLocation => (text === '' ? unsetData : readAnyData(text))
  },
  UPSTREAM_KEY: { default: '', meaning: 'key for the deployment that DATA_URL names', read: readUpstreamKey },
  UPSTREAM_CONNECTIONS: {
    default: '512',
    meaning:
      'maximum number of connections to the deployment that DATA_URL names, each with one call at a time; they are opened as they are needed',
    read: wholeNumber(1, 10_000)
  },
  SOURCE_KEY: { default: '', meaning: 'key for the live source that DATA_URL names', read: readUpstreamKey },
  SOURCE_CLIENT_KEY: { default: '', meaning: 'client key for the live source, for OAuth', read: readUpstreamKey },
  SOURCE_CLIENT_SECRET: { default: '', meaning: 'client secret for the live source, for OAuth', read: readUpstreamKey },
  SOURCE_URL: {
    default: '',
    meaning: 'address of the live source, in place of the one in its table',
    read: readFormerUrl
  },
  SOURCE_BUDGET: {
    default: '',
    meaning: 'calls that the live source allows in the period of its table, in place of the number there',
    read: (text) => (text === '' ? null : wholeNumber(1, 1_000_000_000)(text))
  },
  SOURCE_SHARING: {
    default: 'off',
    meaning:
      'allowed: the licence of the operator lets others use the records of a live source whose table forbids it; off: such a source serves one key on this machine',
    read: oneOf(['off', 'allowed'])
  },
  UPSTREAM_BATCH: {
    default: 'on',
    meaning:
      'ask the deployment that DATA_URL names by its graph where it is clipgraph: many records with one call, and what REST does not have, such as filters; on or off',
    read: oneOf(['on', 'off'])
  },
  HISTORY: {
    default: '',
    meaning:
      'file that records the counts read from the deployment or live source that DATA_URL names, for counts over time: sqlite:FILE; unset: off',
    read: readHistory
  },
  HISTORY_MAX_MB: {
    default: '1024',
    meaning: 'maximum size of the file of HISTORY, in MiB; what was not read for the longest goes first',
    read: mebibytes(1, 1_048_576)
  },
  HISTORY_MAX_DAYS: {
    default: '400',
    meaning: 'maximum age of recorded counts, in days',
    read: wholeNumber(1, 36_500)
  },
  HISTORY_MOVED_FROM: {
    default: '',
    meaning: 'former address of the deployment that DATA_URL names, whose recorded counts go on in the same file',
    read: readFormerUrl
  },
  CACHE_URL: { default: 'memory:', meaning: 'cache: memory: or redis://…', read: readCache },
  CACHE_MAX_MB: { default: '256', meaning: 'maximum size of the cache in memory, in MiB', read: mebibytes(1, 65_536) },
  GATEWAY_KEYS: {
    default: '',
    meaning: 'accepted keys, comma-separated: plain, or sha256:<hex>',
    read: readKeys,
    isList: true
  },
  KEY_FILE: {
    default: '',
    meaning: 'path of a file with further keys, written by keys new; reloaded when it changes',
    read: (text) => (text === '' ? null : text)
  },
  RATE_LIMIT: {
    default: '',
    meaning: `points per seconds for each key, or off; unset: ${rateLimitText(publicLimit)}, and off while HOST is loopback`,
    read: readLimit
  },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'origins whose pages may call, comma-separated, or *; unset: origins of this machine while HOST is loopback',
    read: readOrigins,
    isList: true
  },
  PUBLIC_URL: { default: '', meaning: 'public URL of this server', read: readPublicAddress },
  PUBLIC_PREVIEWS: {
    default: 'off',
    meaning: 'link previews: show everyone the title, description and picture of a page of the explorer: on or off',
    read: oneOf(['on', 'off']),
    listens: true
  },
  LOG_LEVEL: { default: 'info', meaning: `one of ${logLevels.join(', ')}`, read: oneOf(logLevels) },
  LOG_REQUESTS: {
    default: 'slow',
    meaning:
      'requests to log: off, slow (those that took a second or failed on the server), all, or 1/n (slow ones and one in n of the others)',
    read: readRequestLogging
  },
  REQUEST_TIMEOUT_MS: {
    default: '10000',
    meaning: 'time limit of a request, in milliseconds',
    read: wholeNumber(100, 600_000)
  },
  MAX_CONCURRENT_REQUESTS: {
    default: '1000',
    meaning: 'maximum number of concurrent requests; cached responses do not count',
    read: wholeNumber(1, 100_000)
  },
  MAX_WAIT_MS: {
    default: '1000',
    meaning: 'maximum time a request may queue in a burst, in milliseconds; half of it under sustained load',
    read: wholeNumber(10, 60_000)
  },
  SHUTDOWN_GRACE_MS: {
    default: '5000',
    meaning: 'time the server keeps answering after SIGTERM, while not ready, in milliseconds',
    read: wholeNumber(0, 600_000),
    listens: true
  },
  MAX_QUERY_COST: {
    default: '1000',
    meaning: 'maximum estimated cost of a GraphQL query',
    read: wholeNumber(1, 1_000_000)
  },
  MAX_QUERY_READS: {
    default: '1000',
    meaning: 'maximum number of distinct records and pages a GraphQL query may read',
    read: wholeNumber(1, 1_000_000)
  },
  MAX_SCAN: {
    default: '1000',
    meaning:
      'maximum number of posts of a list that are read to filter, sort or count it, where the source cannot: over a source without a graph, and in search results',
    read: wholeNumber(1, 10_000)
  },
  MAX_ANSWER_MB: {
    default: '32',
    meaning: 'maximum size of a response, in MiB',
    read: mebibytes(1, 256)
  },
  MAX_QUERY_DEPTH: { default: '15', meaning: 'maximum depth of a GraphQL query', read: wholeNumber(3, 100) },
  MAX_QUERY_TOKENS: {
    default: '2000',
    meaning: 'maximum number of tokens in a GraphQL document',
    read: wholeNumber(100, 10_000)
  },
  MAX_QUERY_ALIASES: {
    default: '30',
    meaning: 'maximum number of aliases of one field of one object in a GraphQL query',
    read: wholeNumber(1, 1_000)
  },
  MAX_QUERY_DIRECTIVES: {
    default: '50',
    meaning: 'maximum number of directives in a GraphQL document',
    read: wholeNumber(0, 1_000)
  },
  MAX_QUERY_ROOT_FIELDS: {
    default: '20',
    meaning: 'maximum number of root fields of a GraphQL query',
    read: wholeNumber(1, 1_000)
  },
  MAX_QUERY_NODES: {
    default: '10000',
    meaning: 'maximum number of list elements a GraphQL query may request',
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
    meaning: 'store GraphQL documents that clients send with their hash: on or off',
    read: oneOf(['on', 'off'])
  },
  DOCUMENTS_ONLY: {
    default: '',
    meaning: 'path of a manifest of GraphQL documents; all others are refused, and none are stored',
    read: (text) => (text === '' ? null : text)
  },
  FEDERATION: {
    default: 'off',
    meaning: 'serve the graph as an Apollo Federation 2 subgraph, for gateways: on or off',
    read: oneOf(['on', 'off'])
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    meaning: 'URL of an OpenTelemetry collector for traces and metrics, by OTLP over HTTP; unset: off',
    read: readAddress
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    meaning: 'headers for the collector, such as a token: name=value, comma-separated',
    read: (text) => text
  },
  OTEL_SERVICE_NAME: { default: 'clipgraph', meaning: 'service name in traces and metrics', read: (text) => text },
  OTEL_TRACES_EXPORTER: { default: 'otlp', meaning: 'traces: otlp or none', read: oneOf(['otlp', 'none']) },
  OTEL_METRICS_EXPORTER: { default: 'otlp', meaning: 'metrics: otlp or none', read: oneOf(['otlp', 'none']) },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    meaning: `requests that are traced: ${samplers.join(', ')}`,
    read: oneOf(samplers)
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    meaning: 'ratio of traced requests for traceidratio, from 0 to 1',
    read: readShare
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    default: '60000',
    meaning: 'interval between exports of metrics, in milliseconds',
    read: wholeNumber(100, 3_600_000)
  }
} as const satisfies Record<string, Setting<unknown>>

/** The parsed values. */
export type SettingValues = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }
