export const defaultDataPath = './data/clipgraph.db'

export type DataLocation =
  | { kind: 'sqlite'; path: string; isDefault: boolean }
  /** Servers that hold the same: one, or one and its replicas. */
  | { kind: 'postgres'; urls: readonly [string, ...string[]] }
  | { kind: 'upstream'; url: URL; key: string | null }

export type DataKind = DataLocation['kind']
export type DataOf<K extends DataKind> = Extract<DataLocation, { kind: K }>

const forms: Readonly<Record<DataKind, readonly string[]>> = {
  sqlite: ['sqlite:FILE', 'the path of a file'],
  postgres: ['postgres://user@host/database'],
  upstream: ['the http or https address of another deployment']
}

/** How data of some kinds is named, for messages. */
export const formsOf = (kinds: readonly DataKind[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds.flatMap((kind) => forms[kind]))

/** Whether a text is the address of a PostgreSQL, or meant to be. */
export const isPostgres = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text)

/** Where a PostgreSQL is, without user and password. */
export const placeOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** What stands before the first colon, where it may be the scheme of an address: one letter is a drive of Windows. */
const schemeOf = (text: string): string | undefined => /^([a-z][a-z\d+.-]+):/i.exec(text)?.[1]?.toLowerCase()

/** The path of a file. What looks like an address is refused, for a file or folder of that name is not what anybody means. */
export const readFilePath = (text: string): string => {
  if (text === '' || schemeOf(text) !== undefined) {
    throw new Error('must be the path of a file; one whose name begins like an address is written ./name:more')
  }
  return text
}

const kindOf = (text: string): DataKind | null => {
  if (text === '') return null
  if (isPostgres(text)) return 'postgres'
  const scheme = schemeOf(text)
  if (scheme === undefined || isSqlite.test(text)) return 'sqlite'
  return scheme === 'http' || scheme === 'https' ? 'upstream' : null
}

/** In `sqlite://data/x.db` the first part would be a host, and the file another one than was meant. */
const isSqlite = /^sqlite:(?!\/\/[^/])(?=.)/i

/** Where data is, by what any command or setting says of it: of the kinds that make sense there. */
export const readData = <K extends DataKind>(text: string, kinds: readonly K[]): DataOf<K> => {
  const trimmed = text.trim()
  const kind = kindOf(trimmed)
  const known = kinds.find((each) => each === kind)
  const location = known === undefined ? null : readers[known](trimmed)
  if (location === null) throw new Error(`must be ${formsOf(kinds)}`)
  // Each reader gives the kind that it is for.
  return location as DataOf<K>
}

export const readAnyData = (text: string): DataLocation => readData(text, ['sqlite', 'postgres', 'upstream'])

/** Null: it is none after all. */
const readers: { [K in DataKind]: (text: string) => DataOf<K> | null } = {
  sqlite(text) {
    const path = text.replace(isSqlite, '')
    return schemeOf(path) === undefined ? { kind: 'sqlite', path, isDefault: path === defaultDataPath } : null
  },
  postgres(text) {
    const [first = '', ...others] = text.split(/,(?=postgres(?:ql)?:\/\/)/i)
    return { kind: 'postgres', urls: [readPostgres(first), ...others.map(readPostgres)] }
  },
  upstream(text) {
    const url = URL.parse(text)
    if (url === null) return null
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      throw new Error('must be an address without user, query or fragment; the key of an upstream goes in UPSTREAM_KEY')
    }
    return { kind: 'upstream', url, key: null }
  }
}

/** Those that mean what they say: others of libpq fall back to no encryption. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

/** The address as the driver takes it. What is told about one that is wrong shows nothing of it, for there may be a password in it. */
const readPostgres = (text: string): string => {
  const url = URL.parse(text)
  if (url === null || /,/.test(url.host + url.pathname)) {
    throw new Error(
      'has an address of PostgreSQL that cannot be read: postgres://user:password@host:5432/database, special characters percent-encoded, several servers as several addresses with commas between them'
    )
  }
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    throw new Error(`has an sslmode that is none of ${sslModes.join(', ')}`)
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
    throw new Error('has sslmode=verify-ca without sslrootcert, the file with the certificate to trust')
  }
  // The driver has meanings of its own for them otherwise.
  if (mode !== null) url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}
