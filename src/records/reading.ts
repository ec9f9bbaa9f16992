import type Type from 'typebox'
import type { ExactJson } from './exact-json.ts'
import { type FieldSchema, maxCount, withoutNull } from './fields.ts'
import { isId } from './identifiers.ts'

/**
 * Reads records from foreign JSON: strict in its result, tolerant of its input. Each field follows its declaration and unknown fields are
 * dropped. A record without its identity (id, name) is unreadable.
 */

const maxInt32 = 2 ** 31 - 1

/** Marks a value that cannot be read as its field. */
const unreadable = Symbol('unreadable')
type UnreadableMark = typeof unreadable

/** The record, or null when it is unreadable. Keys are in schema order. */
export const readRecord = <T extends Type.TSchema>(schema: T, json: ExactJson): Type.Static<T> | null => {
  const value = readValue(schema as FieldSchema, json)
  // `readValue` built the value field by field from the schema that types it.
  return value === unreadable ? null : (value as Type.Static<T>)
}

const readValue = (schema: FieldSchema, json: ExactJson | undefined): unknown | UnreadableMark => {
  const inner = withoutNull(schema)
  if (inner !== undefined) {
    const value = json === undefined || json === null ? unreadable : readValue(inner, json)
    return value === unreadable || value === '' ? null : value
  }
  switch (schema.type) {
    case 'object':
      return readObject(schema, json)
    case 'array':
      return readList(schema, json)
    case 'boolean':
      return json === true || json === 1 || json === 'true' || json === '1'
    case 'number':
      return Math.max(schema.minimum ?? Number.NEGATIVE_INFINITY, finite(json) ?? 0)
    case 'integer':
      return readInteger(schema, json)
    default:
      return readText(schema, json)
  }
}

const readObject = (schema: FieldSchema, json: ExactJson | undefined): unknown | UnreadableMark => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return unreadable
  const record: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const value = readValue(field, Object.hasOwn(json, key) ? json[key] : undefined)
    if (value === unreadable) return unreadable
    record[key] = value
  }
  return record
}

const readList = (schema: FieldSchema, json: ExactJson | undefined): unknown => {
  const { items } = schema
  if (!Array.isArray(json) || items === undefined) return []
  return json.map((element) => readValue(items, element)).filter((value) => value !== unreadable)
}

const finite = (json: ExactJson | undefined): number | null => {
  const number =
    typeof json === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(json)
      ? Number(json)
      : typeof json === 'bigint' || typeof json === 'number'
        ? Number(json)
        : Number.NaN
  return Number.isFinite(number) ? number : null
}

const readInteger = (schema: FieldSchema, json: ExactJson | undefined): number | UnreadableMark => {
  const number = finite(json)
  // A post without a time has no place in any feed; other missing numbers are 0.
  if (schema.format === 'unix-time') {
    if (number === null || number < 0 || number > (schema.maximum ?? maxCount)) return unreadable
    return Math.floor(number)
  }
  const widest = schema.format === 'int32' ? maxInt32 : maxCount
  const { minimum = -widest, maximum = widest } = schema
  // Adding 0 turns −0 into 0.
  return Math.min(Math.max(Math.trunc(number ?? 0), minimum), maximum) + 0
}

const readText = (schema: FieldSchema, json: ExactJson | undefined): string | UnreadableMark => {
  if (schema.format === 'int64') {
    const digits = typeof json === 'bigint' || Number.isSafeInteger(json) ? String(json) : json
    return typeof digits === 'string' && isId(digits) ? digits : unreadable
  }
  if (typeof json !== 'string') return unreadable
  const text = json.toWellFormed().replaceAll('\0', '')
  if (schema.format === 'uri') return URL.canParse(text) && /^https?:/i.test(text) ? text : unreadable
  if (schema.enum !== undefined) return schema.enum.includes(text) ? text : unreadable
  return text
}
