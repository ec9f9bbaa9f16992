import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { isCalendarDay } from '../../core/calendar-day.ts'
import { commandLine } from '../../core/command-line.ts'
import { ConfigError } from '../../core/config/config.ts'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import { type RateLimit, rateLimitText, readRateLimit } from '../../core/rate-limit.ts'
import { irregularAt } from '../../core/regular-file.ts'

/** Surfaces a key may be valid for. */
export const keySurfaces = ['rest', 'graphql', 'mcp'] as const
export type KeySurface = (typeof keySurfaces)[number]

/** A key in the file; the key itself is not stored. */
export type FileKey = {
  /** SHA-256 of the key, in hexadecimal. */
  sha256: string
  /** Owner of the key. Several keys may share a name, for rotation. */
  name: string
  created: Date | null
  /** When the key expires; null for never. */
  expires: Date | null
  /** Null for all surfaces. */
  surfaces: readonly KeySurface[] | null
  /** Null for the server's default limit. */
  limit: RateLimit | null
}

export type KeyFile = {
  /** Signs cursors, so that they stay valid when keys are rotated. */
  cursorSecret: Buffer
  keys: readonly FileKey[]
}

/** Short id of a key in lists: the beginning of its hash. */
export const keyId = ({ sha256 }: Pick<FileKey, 'sha256'>): string => sha256.slice(0, 8)

const maxKeys = 1_000
const maxBytes = 1024 * 1024
/** Maximum number of reported problems; more usually share one cause. */
const maxProblems = 20
const secretBytes = 32

/** A file without keys. */
export const newKeyFile = (): KeyFile => ({ cursorSecret: randomBytes(secretBytes), keys: [] })

/** Reads a key file. Throws a `ConfigError` with every problem. */
export const readKeyFile = (path: string): KeyFile => {
  let json: string
  try {
    const irregular = irregularAt(path)
    if (irregular !== null) throw new ConfigError([`KEY_FILE ${path}: is ${irregular}, not a file`])
    json = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const problem =
      code === 'ENOENT' ? `does not exist; make it: ${commandLine('keys new --name …')}` : `cannot be read (${code})`
    throw new ConfigError([`KEY_FILE ${path}: ${problem}`])
  }
  const { file, problems } = parseKeyFile(json)
  if (problems.length === 0) return file
  const listed = problems.slice(0, maxProblems)
  if (listed.length < problems.length) listed.push(`and ${problems.length - listed.length} more problems`)
  throw new ConfigError(listed.map((problem) => `KEY_FILE ${path}: ${problem}`))
}

/** Parses a key file into its content and its problems, each with its location. */
export const parseKeyFile = (json: string): { file: KeyFile; problems: readonly string[] } => {
  const problems: string[] = []
  const file = newKeyFile()
  if (json.length > maxBytes) return { file, problems: [`is larger than ${maxBytes / 1024 ** 2} MiB`] }
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    // The parser's message would show the content.
    return { file, problems: ['is not JSON'] }
  }
  const top = fieldsOf(given, ['cursor_secret', 'keys'], 'the file', problems)
  if (top === null) return { file, problems }
  const secret = typeof top.cursor_secret === 'string' ? Buffer.from(top.cursor_secret, 'base64url') : null
  if (secret?.length !== secretBytes) problems.push(`cursor_secret must be ${secretBytes} bytes in base64url`)
  if (!Array.isArray(top.keys)) problems.push('keys must be a list')
  const list: readonly unknown[] = Array.isArray(top.keys) ? top.keys : []
  if (list.length > maxKeys) problems.push(`keys has ${list.length} elements; at most ${maxKeys} are read`)
  const keys = list.slice(0, maxKeys).flatMap((element, index) => readKey(element, `keys[${index}]`, problems) ?? [])
  const places = new Map<string, number>()
  for (const [index, { sha256 }] of keys.entries()) {
    if (places.has(sha256)) problems.push(`keys[${index}] is the key of keys[${places.get(sha256)}]`)
    else places.set(sha256, index)
  }
  return { file: { cursorSecret: secret ?? file.cursorSecret, keys }, problems }
}

const fields = ['name', 'sha256', 'created', 'expires', 'surfaces', 'limit'] as const

const readKey = (given: unknown, place: string, problems: string[]): FileKey | null => {
  const key = fieldsOf(given, fields, place, problems)
  if (key === null) return null
  const before = problems.length
  const read = <T>(name: (typeof fields)[number], reader: (text: string) => T): T | null => {
    const value = key[name]
    if (value === undefined || value === null) return null
    try {
      if (typeof value === 'string') return reader(value)
      problems.push(`${place}.${name} must be a text`)
    } catch (error) {
      problems.push(`${place}.${name} ${error instanceof Error ? error.message : error}`)
    }
    return null
  }
  const values = {
    sha256: read('sha256', readSha256),
    name: read('name', readKeyName),
    created: read('created', readMoment),
    expires: read('expires', readMoment),
    surfaces: readList(key.surfaces, `${place}.surfaces`, problems),
    limit: read('limit', readRateLimit)
  }
  for (const name of ['name', 'sha256'] as const) {
    if (key[name] === undefined || key[name] === null) problems.push(`${place}.${name} is missing`)
  }
  // Without problems, both are present.
  return problems.length > before ? null : (values as FileKey)
}

const readList = (given: unknown, place: string, problems: string[]): readonly KeySurface[] | null => {
  if (given === undefined || given === null) return null
  try {
    if (Array.isArray(given) && given.every((element) => typeof element === 'string')) return readSurfaces(given)
    problems.push(`${place} must be a list of texts`)
  } catch (error) {
    problems.push(`${place} ${error instanceof Error ? error.message : error}`)
  }
  return null
}

/** An object with known fields only; null for anything else, which is reported. */
const fieldsOf = <K extends string>(
  given: unknown,
  known: readonly K[],
  place: string,
  problems: string[]
): Partial<Record<K, unknown>> | null => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push(`${place} must be an object with ${known.join(', ')}`)
    return null
  }
  const names: readonly string[] = known
  for (const name of Object.keys(given)) {
    // A long name may be a key, which must not be shown.
    const shown = name.length > 20 ? 'something' : JSON.stringify(name)
    if (!names.includes(name)) problems.push(`${place} has ${shown}, which is none of ${known.join(', ')}`)
  }
  return given
}

const readSha256 = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error('must be 64 hexadecimal digits')
  return text.toLowerCase()
}

/** Validates a key name, which appears in logs and metrics. */
export const readKeyName = (text: string): string => {
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/i.test(text)) {
    throw new Error('must be a name of up to 63 letters, digits, dots, hyphens and underscores')
  }
  return text
}

/** Parses a time in ISO 8601; a date alone means midnight. */
export const readMoment = (text: string): Date => {
  const moment = new Date(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(text) ? text : Number.NaN)
  if (Number.isNaN(moment.getTime()) || !isCalendarDay(text.slice(0, 10)))
    throw new Error('must be a moment in UTC, for example 2030-01-31T12:00:00Z')
  return moment
}

export const readSurfaces = (names: readonly string[]): readonly KeySurface[] => {
  const wrong = names.find((name) => !keySurfaces.some((known) => known === name))
  if (names.length === 0 || wrong !== undefined) throw new Error(`must be some of ${keySurfaces.join(', ')}`)
  return keySurfaces.filter((known) => names.includes(known))
}

/** Content of a key file. */
const keyFileText = ({ cursorSecret, keys }: KeyFile): string =>
  `${JSON.stringify(
    {
      cursor_secret: cursorSecret.toString('base64url'),
      keys: keys.map(({ name, sha256, created, expires, surfaces, limit }) => ({
        ...{ name, sha256, created, expires, surfaces },
        limit: limit === null ? null : rateLimitText(limit)
      }))
    },
    null,
    2
  )}\n`

/**
 * Replaces the file atomically with permissions for its owner only. `change` receives undefined when there is no file. Concurrent changes
 * are refused, so that none is lost.
 */
export const changeKeyFile = (given: string, change: (file: KeyFile | null) => KeyFile): void => {
  // Replaces the target of a link, not the link.
  const path = existsSync(given) ? realpathSync(given) : given
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new CommandError(`${path} is a link to a file that does not exist.`)
  }
  const part = `${path}.part`
  let descriptor: number
  try {
    descriptor = openSync(part, 'wx', 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new CommandError(`${path} cannot be written: ${fileProblem(error, 'folder')}.`, { cause: error })
    }
    throw new CommandError(`${path} is being changed by another process; if none is running, remove ${part}`)
  }
  try {
    writeFileSync(descriptor, keyFileText(change(existsSync(path) ? readKeyFile(path) : null)))
    fsyncSync(descriptor)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}
