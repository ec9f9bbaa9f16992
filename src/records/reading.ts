import type Type from 'typebox'
import { type ExactJson, unrounded } from './exact-json.ts'
import { type FieldSchema, maxCount, withoutNull } from './fields.ts'
import { isId } from './identifiers.ts'

/**
 * Reads records from foreign JSON: strict in its result, tolerant of its input. Each field follows its declaration and unknown fields are
 * dropped. A record without its identity (id, name) is unreadable. A value that already has the form of its field needs only one check and is
 * used unchanged.
 */

const maxInt32 = 2 ** 31 - 1

/** Marks a value that cannot be read as its field. */
const unreadable = Symbol('unreadable')
type UnreadableMark = typeof unreadable

type RecordJson = ExactJson | undefined

/** Both made once from a field's declaration. */
type Reader = {
  /** Whether reading the value changes nothing. */
  fits: (json: RecordJson) => boolean
  /** Reads a value that does not fit. */
  read: (json: RecordJson) => unknown | UnreadableMark
}

const readers = new WeakMap<object, Reader>()

const readerOf = (schema: FieldSchema): Reader => {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const reader = compile(schema)
  readers.set(schema, reader)
  return reader
}

const readWith = ({ fits, read }: Reader, json: RecordJson): unknown | UnreadableMark =>
  fits(json) ? json : read(json)

/** The record, or null when it is unreadable. Keys are in schema order. The JSON must not be used otherwise: it may become the record. */
export const readRecord = <T extends Type.TSchema>(schema: T, json: ExactJson): Type.Static<T> | null => {
  const value = readWith(readerOf(schema as FieldSchema), json)
  // Each field was read by the schema of the type.
  return value === unreadable ? null : (value as Type.Static<T>)
}

/** Whether a value is a record of the schema, with its keys in schema order. */
export const isRecord = <T extends Type.TSchema>(schema: T, value: unknown): value is Type.Static<T> =>
  readerOf(schema as FieldSchema).fits(value as ExactJson)

const compile = (schema: FieldSchema): Reader => {
  const inner = withoutNull(schema)
  if (inner !== undefined) return nullable(readerOf(inner))
  switch (schema.type) {
    case 'object':
      return object(schema)
    case 'array':
      return schema.items === undefined ? { fits: () => false, read: () => [] } : list(readerOf(schema.items))
    case 'boolean':
      return {
        fits: (json) => typeof json === 'boolean',
        read: (json) => json === 1 || json === 'true' || json === '1'
      }
    case 'number': {
      const { minimum = Number.NEGATIVE_INFINITY } = schema
      return {
        fits: (json) => typeof json === 'number' && json >= minimum && Number.isFinite(json),
        read: (json) => Math.max(minimum, finite(json) ?? 0)
      }
    }
    case 'integer':
      return schema.format === 'unix-time' ? unixTime(schema) : integer(schema)
    default:
      return text(schema)
  }
}

const nullable = (inner: Reader): Reader => ({
  fits: (json) => json === null || (json !== '' && inner.fits(json)),
  read: (json) => {
    const value = json === undefined || json === null ? unreadable : readWith(inner, json)
    return value === unreadable || value === '' ? null : value
  }
})

/** Creates objects with these fields. If many fields were added by name, V8 would use a hash table of two to three times the size. */
export const blankOf = (names: readonly string[]): (() => { [key: string]: null }) => {
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
  return () => ({ ...blank })
}

const isObject = (json: RecordJson): json is { [key: string]: ExactJson } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const object = ({ properties = {} }: FieldSchema): Reader => {
  const names = Object.keys(properties)
  const fields = Object.values(properties).map(readerOf)
  const blank = blankOf(names)
  return {
    fits: (json) => {
      if (!isObject(json)) return false
      let at = 0
      for (const name in json) {
        if (names[at] !== name || fields[at]?.fits(json[name]) !== true) return false
        at += 1
      }
      return at === names.length
    },
    read: (json) => {
      if (!isObject(json)) return unreadable
      const record: Record<string, unknown> = blank()
      for (const [at, field] of fields.entries()) {
        const name = names[at] ?? ''
        const value = readWith(field, Object.hasOwn(json, name) ? json[name] : undefined)
        if (value === unreadable) return unreadable
        record[name] = value
      }
      return record
    }
  }
}

const list = (items: Reader): Reader => ({
  fits: (json) => Array.isArray(json) && json.every(items.fits),
  read: (json) =>
    Array.isArray(json) ? json.map((element) => readWith(items, element)).filter((value) => value !== unreadable) : []
})

const finite = (json: RecordJson): number | null => {
  const number =
    typeof json === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(json)
      ? Number(json)
      : typeof json === 'bigint' || typeof json === 'number'
        ? Number(json)
        : Number.NaN
  return Number.isFinite(number) ? number : null
}

const isInteger = (json: RecordJson, minimum: number, maximum: number): boolean =>
  // −0 does not fit.
  typeof json === 'number' && json >= minimum && json <= maximum && Number.isInteger(json) && !Object.is(json, -0)

/** A post without a time has no place in any feed. */
const unixTime = ({ maximum = maxCount }: FieldSchema): Reader => ({
  fits: (json) => isInteger(json, 0, maximum),
  read: (json) => {
    const number = finite(json)
    return number === null || number < 0 || number > maximum ? unreadable : Math.floor(number)
  }
})

/** Missing numbers are 0. */
const integer = (schema: FieldSchema): Reader => {
  const widest = schema.format === 'int32' ? maxInt32 : maxCount
  const { minimum = -widest, maximum = widest } = schema
  return {
    fits: (json) => isInteger(json, minimum, maximum),
    // Adding 0 turns −0 into 0.
    read: (json) => Math.min(Math.max(Math.trunc(finite(json) ?? 0), minimum), maximum) + 0
  }
}

const text = ({ format, enum: words }: FieldSchema): Reader => {
  if (format === 'int64') return { fits: (json) => typeof json === 'string' && isId(json), read: readNumericId }
  const fits =
    format === 'uri' ? isAddress : words === undefined ? isPlainText : (value: string) => words.includes(value)
  return {
    fits: (json) => typeof json === 'string' && fits(json),
    read: (json) => {
      if (typeof json !== 'string') return unreadable
      const plain = json.toWellFormed().replaceAll('\0', '')
      return fits(plain) ? plain : unreadable
    }
  }
}

const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const readNumericId = (json: RecordJson): string | UnreadableMark => {
  const number = unrounded(json)
  const digits = typeof number === 'bigint' || Number.isSafeInteger(number) ? String(number) : ''
  return isId(digits) ? digits : unreadable
}

/** Addresses that need no parser, which are nearly all: a name in Latin letters, then printable ASCII. */
const plainAddress = /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]+(?::\d{1,4})?\/[!-~]*$/

const isAddress = (text: string): boolean =>
  plainAddress.test(text) || (/^https?:/i.test(text) && isPlainText(text) && URL.canParse(text))
