import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandError } from './core/errors.ts'

export type DataLocation =
  | { kind: 'sqlite'; path: string; isDefault: boolean }
  | { kind: 'upstream'; url: URL; key: string | null }
export type CacheLocation = { kind: 'memory' } | { kind: 'redis'; url: string }

/** Origins as browsers write them; any at all; or any page that this machine serves to itself. */
export type Origins = readonly string[] | 'any' | 'loopback'

export type Config = Readonly<{
  port: number
  host: string
  data: DataLocation
  cache: CacheLocation
  cacheMaxBytes: number
  gatewayKeys: readonly string[]
  /** Origins whose pages may call. */
  origins: Origins
  /** Address clients reach this server under; null: the one it listens on. */
  publicUrl: string | null
  logLevel: LogLevel
  requestTimeoutMs: number
  maxQueryCost: number
  maxQueryDepth: number
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

const readPublicUrl = (text: string): string | null => {
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('must be an http or https address, for example https://clips.example')
  }
  return url.href.replace(/\/+$/, '')
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
  CACHE_MAX_MB: { default: '256', meaning: 'bound of the memory cache in MiB', read: wholeNumber(1, 65_536) },
  GATEWAY_KEYS: {
    default: '',
    meaning: 'accepted keys, comma-separated: plain, or sha256:<hex>',
    read: readKeys
  },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'origins whose pages may call, comma-separated, or *; unset: those of this machine, while HOST is loopback',
    read: readOrigins
  },
  PUBLIC_URL: { default: '', meaning: 'address clients reach this server under', read: readPublicUrl },
  LOG_LEVEL: { default: 'info', meaning: `one of ${logLevels.join(', ')}`, read: oneOf(logLevels) },
  REQUEST_TIMEOUT_MS: {
    default: '10000',
    meaning: 'time a request may take, in milliseconds',
    read: wholeNumber(100, 600_000)
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
  MAX_QUERY_DEPTH: { default: '15', meaning: 'levels a GraphQL query may have', read: wholeNumber(3, 100) },
  AUTOMATIC_DOCUMENTS: {
    default: 'on',
    meaning: 'keep GraphQL documents that clients send with their hash: on or off',
    read: oneOf(['on', 'off'])
  },
  DOCUMENTS_ONLY: {
    default: '',
    meaning: 'path of a manifest of GraphQL documents; no others are answered then, and none are kept',
    read: (text) => (text === '' ? null : text)
  }
} as const satisfies Record<string, Setting<unknown>>

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
  if (problems.length === 0 && read.GATEWAY_KEYS.length === 0 && !isLoopback(read.HOST)) {
    problems.push(`HOST is ${read.HOST}, which others can reach: set GATEWAY_KEYS, or listen on 127.0.0.1`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    data: read.DATA_URL.kind === 'upstream' ? { ...read.DATA_URL, key: read.UPSTREAM_KEY } : read.DATA_URL,
    cache: read.CACHE_URL,
    cacheMaxBytes: read.CACHE_MAX_MB * 1024 * 1024,
    gatewayKeys: read.GATEWAY_KEYS,
    origins: read.CORS_ORIGINS ?? (isLoopback(read.HOST) ? 'loopback' : []),
    publicUrl: read.PUBLIC_URL,
    logLevel: read.LOG_LEVEL,
    requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
    maxQueryCost: read.MAX_QUERY_COST,
    maxQueryDepth: read.MAX_QUERY_DEPTH,
    readyAnswers: read.CLIPGRAPH_ANSWERS === 'on',
    queryPlans: read.CLIPGRAPH_PLANS === 'on',
    automaticDocuments: read.AUTOMATIC_DOCUMENTS === 'on',
    documentsOnly: read.DOCUMENTS_ONLY
  })
}
