export const defaultDataPath = './data/clipgraph.db'
const demoDataPath = './data/demo.db'

export type DataLocation =
  /** `sample`: a missing file is filled with sample data, for an unset DATA_URL or `demo:`; null for a named file. */
  | { kind: 'sqlite'; path: string; sample: 'unset' | 'demo' | null }
  /** Servers with equal data: one, or a primary and its replicas. */
  | { kind: 'postgres'; urls: readonly [string, ...string[]] }
  | { kind: 'upstream'; url: URL; key: string | null }
  /** A live source: the name of a table, or the path of one. */
  | { kind: 'source'; table: string; access: SourceAccess }

/** The settings of a live source; null if the table decides. */
export type SourceAccess = {
  key: string | null
  clientKey: string | null
  clientSecret: string | null
  url: URL | null
  calls: number | null
  /** Whether the operator may share its records with others. */
  mayShare: boolean
  /** The file that counts calls, unless Redis does. */
  callFile: string
  /** The Redis that counts calls, if it is used for nothing else. */
  callUrl: string | null
}

const noAccess: SourceAccess = {
  ...{ key: null, clientKey: null, clientSecret: null, url: null, calls: null, mayShare: false },
  callFile: './data/source-calls.db',
  callUrl: null
}

/** Forms in which a location is written. */
export type DataKind = DataLocation['kind'] | 'demo'
export type DataOf<K extends DataKind> = Extract<DataLocation, { kind: K extends 'demo' ? 'sqlite' : K }>

const forms: Readonly<Record<DataKind, readonly string[]>> = {
  sqlite: ['sqlite:FILE', 'the path of a file'],
  postgres: ['postgres://user@host/database'],
  upstream: ['the http or https URL of another deployment'],
  source: ['source:research, source:display or source:FILE, a live source'],
  demo: ['demo: for sample data, which are invented']
}

/** How to write locations of the given kinds, for messages. */
export const formsOf = (kinds: readonly DataKind[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds.flatMap((kind) => forms[kind]))

/** Whether a text is a PostgreSQL URL or an attempt at one. */
export const isPostgres = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text)

/** A PostgreSQL URL without user and password. */
export const placeOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** The scheme before the first colon; a single letter is a Windows drive. */
const schemeOf = (text: string): string | undefined => /^([a-z][a-z\d+.-]+):/i.exec(text)?.[1]?.toLowerCase()

/** A file path. Anything that looks like a URL is refused, since nobody means a file of that name. */
export const readFilePath = (text: string): string => {
  if (text === '' || schemeOf(text) !== undefined) {
    throw new Error('must be the path of a file; write ./name:more for a name that looks like a URL')
  }
  return text
}

const kindOf = (text: string): DataKind | null => {
  if (text === '') return null
  if (isPostgres(text)) return 'postgres'
  if (/^demo:$/i.test(text)) return 'demo'
  const scheme = schemeOf(text)
  if (scheme === 'source') return 'source'
  if (scheme === undefined || isSqlite.test(text)) return 'sqlite'
  return scheme === 'http' || scheme === 'https' ? 'upstream' : null
}

/** In `sqlite://data/x.db` the first part would be a host, which is not meant. */
const isSqlite = /^sqlite:(?!\/\/[^/])(?=.)/i

/** Parses a data location for any command or setting, limited to the kinds that make sense there. */
export const readData = <K extends DataKind>(text: string, kinds: readonly K[]): DataOf<K> => {
  const trimmed = text.trim()
  const kind = kindOf(trimmed)
  const known = kinds.find((name) => name === kind)
  const location = known === undefined ? null : readers[known](trimmed)
  if (location === null) throw new Error(`must be ${formsOf(kinds)}`)
  // Each reader returns its own kind.
  return location as DataOf<K>
}

export const readAnyData = (text: string): DataLocation =>
  readData(text, ['sqlite', 'postgres', 'upstream', 'source', 'demo'])

/** Location of the data if DATA_URL is not set. */
export const unsetData: DataLocation = { kind: 'sqlite', path: defaultDataPath, sample: 'unset' }

/** Null when the text is not of this kind. */
const readers: { [K in DataKind]: (text: string) => DataOf<K> | null } = {
  sqlite(text) {
    const path = text.replace(isSqlite, '')
    return schemeOf(path) === undefined ? { kind: 'sqlite', path, sample: null } : null
  },
  demo: () => ({ kind: 'sqlite', path: demoDataPath, sample: 'demo' }),
  postgres(text) {
    const [first = '', ...others] = text.split(/,(?=postgres(?:ql)?:\/\/)/i)
    return { kind: 'postgres', urls: [readPostgres(first), ...others.map(readPostgres)] }
  },
  source(text) {
    const table = text.slice('source:'.length)
    return table === '' || schemeOf(table) !== undefined ? null : { kind: 'source', table, access: noAccess }
  },
  upstream(text) {
    const url = URL.parse(text)
    if (url === null) return null
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      throw new Error('must be a URL without user, query or fragment; set the key of an upstream in UPSTREAM_KEY')
    }
    return { kind: 'upstream', url, key: null }
  }
}

/** Modes that are always enforced; libpq's other modes may fall back to no encryption. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

/** The URL for the driver. Error messages do not show it, because it may contain a password. */
const readPostgres = (text: string): string => {
  const url = URL.parse(text)
  if (url === null || /,/.test(url.host + url.pathname)) {
    throw new Error(
      'has an invalid PostgreSQL URL: write postgres://user:password@host:5432/database, with special characters percent-encoded; separate several servers by commas, each as a whole URL'
    )
  }
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) throw new Error(`has an sslmode other than ${sslModes.join(', ')}`)
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
    throw new Error('has sslmode=verify-ca without sslrootcert, the file with the certificate to trust')
  }
  // Without this parameter, the driver interprets the modes differently.
  if (mode !== null) url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}
