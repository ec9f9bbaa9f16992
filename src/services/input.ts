import { invalidParam, repeatedParam } from '../core/errors.ts'
import { FactsKey } from '../records/facts-key.ts'
import { maxCount } from '../records/fields.ts'
import { digitsPattern, handlePattern, isHandle, isId, maxIdDigits, readPostAddress } from '../records/identifiers.ts'
import { regions } from '../records/regions.ts'
import { FormerHolder } from '../records/user-key.ts'
import { type FeedKind, feeds } from '../store/kinds.ts'
import { maxCursorLength } from './cursors.ts'

/**
 * One input of an operation. The declaration gives its validation, its contract text and its example. Surfaces pass raw values (text from
 * query strings, numbers from GraphQL), so the rules are equal on all of them.
 */
export type Input<T> = {
  /** JSON Schema of a valid value. */
  schema: Readonly<Record<string, unknown>>
  description: string
  /** A value that works with the default data set. */
  example: string | number
  required: boolean
  /** Alternative names of the parameter; the first name that is present wins. */
  aliases?: readonly string[]
  /** The value, or an `INVALID_PARAM` error that names `param`. */
  read(raw: unknown, param: string): T
}

const shownLength = 40

/** A given value for an error message: short, and unable to close the quotes. */
const quoted = (value: string): string =>
  isId(value) ? value : JSON.stringify(value.length > shownLength ? `${value.slice(0, shownLength)}…` : value)

/** The value, if it is a single text or number. */
const single = (raw: unknown, param: string): string | undefined => {
  if (raw === undefined) return undefined
  if (Array.isArray(raw)) throw repeatedParam(param, raw.length)
  if (typeof raw === 'number') return String(raw)
  if (typeof raw !== 'string') throw invalidParam(param, 'must be a single text or number')
  return raw
}

const needed = (raw: unknown, param: string, example: string | number): string => {
  const value = single(raw, param)
  if (value === undefined) throw invalidParam(param, `is required, for example ${example}`)
  return value
}

/** A platform id as text. Ids longer than any real one are refused instead of looked up. */
export const id = (what: string, example: string): Input<string> => ({
  schema: { type: 'string', format: 'int64', pattern: digitsPattern, maxLength: maxIdDigits },
  description: `Numeric id of the ${what}.`,
  example,
  required: true,
  read(raw, param) {
    if (raw instanceof FactsKey) return raw.key
    const value = needed(raw, param, example)
    if (isId(value)) return value
    throw invalidParam(
      param,
      /^\d+$/.test(value)
        ? `must have at most ${maxIdDigits} digits, for example ${example}; it has ${value.length}`
        : `must consist of digits only, for example ${example}; it is ${quoted(value)}`
    )
  }
})

/** A handle, with or without a leading @, in lower case: handles are case-insensitive. */
export const username = (example: string): Input<string> => ({
  schema: { type: 'string', pattern: `^@?${handlePattern}$` },
  description: 'Handle of the account. A leading @ is stripped; upper and lower case are the same.',
  example,
  required: true,
  read(raw, param) {
    if (raw instanceof FormerHolder) return raw.key
    const value = needed(raw, param, example).replace(/^@/, '')
    if (!isHandle(value)) {
      throw invalidParam(
        param,
        `must be 1 to 64 letters, digits, dots, underscores or hyphens, for example ${example}; it is ${quoted(value)}`
      )
    }
    return value.toLowerCase()
  }
})

const twoLetters = /^[A-Za-z]{2}$/

export const region = (example: string): Input<string | null> => ({
  schema: { type: 'string', pattern: twoLetters.source },
  description: 'ISO 3166-1 alpha-2 code; selects the variant of the profile for that region.',
  example,
  required: false,
  read(raw, param) {
    const value = single(raw, param)
    if (value === undefined) return null
    // Exactly two letters before upper-casing: ß becomes SS, which is South Sudan.
    const code = twoLetters.test(value) ? value.toUpperCase() : ''
    if (!regions.has(code)) {
      throw invalidParam(param, `must be an ISO 3166-1 alpha-2 code, for example ${example}; it is ${quoted(value)}`)
    }
    return code
  }
})

/** An optional integer. Out of range is an error, never clamped. */
export const wholeNumber = (
  description: string,
  { minimum, maximum, fallback, example }: { minimum: number; maximum: number; fallback: number; example: number }
): Input<number> => ({
  schema: { type: 'integer', minimum, maximum, default: fallback },
  description,
  example,
  required: false,
  read(raw, param) {
    const value = single(raw, param)
    if (value === undefined) return fallback
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw invalidParam(
      param,
      `must be a whole number from ${minimum} to ${maximum}, for example ${fallback}; it is ${quoted(value)}`
    )
  }
})

/** Page size. */
export const count = (kind: FeedKind): Input<number> => {
  const { max: maximum, fallback } = feeds[kind].pageSize
  return wholeNumber(`How many elements a page has, 1 to ${maximum}.`, { minimum: 1, maximum, fallback, example: 5 })
}

export const page: Input<number> = wholeNumber('Number of the page, from 1.', {
  minimum: 1,
  maximum: 1_000_000_000,
  fallback: 1,
  example: 1
})

export const maxTime: Input<number> = wholeNumber(
  'Unix time in seconds: only followers from before it. Pass `pagination.next_max_time` of the former page; 0 or nothing starts from the latest.',
  // If pages of the source are longer, a position within the page precedes the time.
  { minimum: 0, maximum: maxCount, fallback: 0, example: 0 }
)

/** A cursor from an earlier page; null starts at the beginning. It is checked when it is opened. */
export const cursor: Input<string | null> = {
  schema: { type: 'string', maxLength: maxCursorLength },
  description: 'Opaque cursor of the previous page, passed back unchanged. Omit it or pass 0 for the first page.',
  example: '0',
  required: false,
  read(raw, param) {
    const value = single(raw, param)
    if (value === undefined || value === '0') return null
    if (value === '') throw invalidParam(param, 'is no cursor: it is empty; leave it out to start from the beginning')
    if (value.length > maxCursorLength) {
      throw invalidParam(param, `is not a cursor of this operation: none is longer than ${maxCursorLength} characters`)
    }
    return value
  }
}

export const oneOf = <T extends string>(
  values: readonly [T, ...T[]],
  description: string,
  fallback: T = values[0]
): Input<T> => ({
  schema: { type: 'string', enum: values, default: fallback },
  description,
  example: fallback,
  required: false,
  read(raw, param) {
    const value = single(raw, param)
    if (value === undefined) return fallback
    const known = values.find((allowed) => allowed === value)
    if (known === undefined) throw invalidParam(param, `must be one of ${values.join(', ')}; it is ${quoted(value)}`)
    return known
  }
})

const maxKeywordLength = 200

export const keyword = (example: string): Input<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: maxKeywordLength },
  description: 'Search text, in any script. It has no operators. `q` is an alias.',
  example,
  required: true,
  aliases: ['q'],
  read(raw, param) {
    const value = needed(raw, param, example)
    if (!value.isWellFormed() || value.includes('\0'))
      throw invalidParam(
        param,
        `must be text without null characters or halves of surrogate pairs, for example ${example}`
      )
    const trimmed = value.trim()
    if (trimmed === '' || trimmed.length > maxKeywordLength) {
      throw invalidParam(
        param,
        `must have 1 to ${maxKeywordLength} characters besides spaces around it, for example ${example}; it has ${trimmed.length}`
      )
    }
    return trimmed
  }
})

/** An optional input that the operation itself interprets. */
export const optional = <T>(input: Input<T>): Input<T | null> => ({
  ...input,
  required: false,
  read: (raw, param) => (raw === undefined ? null : input.read(raw, param))
})

const maxUrlLength = 2_048

/** URL of a post; the value is the id in it. */
export const postUrl = (example: string): Input<string> => ({
  schema: { type: 'string', format: 'uri', maxLength: maxUrlLength },
  description:
    'Public address of the post: any host and query, with `/video/{id}` in its path, or in another form that the platform uses, for example `/photo/{id}`, `/v/{id}.html`, `/embed/v2/{id}` or `?item_id={id}`. Short links name no post.',
  example,
  required: true,
  read(raw, param) {
    const value = needed(raw, param, example).trim()
    const address = value.length > maxUrlLength ? null : readPostAddress(value)
    if (address === 'short link') {
      throw invalidParam(
        param,
        `is a short link, which does not name a post: open it and give the address that it leads to, for example ${example}`
      )
    }
    if (address !== null) return address.id
    throw invalidParam(param, `must be the address of a post, for example ${example}; it is ${quoted(value)}`)
  }
})
