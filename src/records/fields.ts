import type Type from 'typebox'
import { digitsPattern } from './identifiers.ts'

/** The largest exact integer in JSON: 2^53 − 1. */
export const maxCount = Number.MAX_SAFE_INTEGER

/** The last second of the year 9999, the end of ISO 8601's common form. Larger numbers are milliseconds or damaged. */
export const latestTime = 253_402_300_799

/** Tolerance for wrong clocks and time zones. */
const aheadSeconds = 86_400

/** Whether Unix seconds are too far in the future to be real; such a time is unknown. */
export const isAhead = (seconds: number): boolean => seconds > Date.now() / 1_000 + aheadSeconds

/**
 * Building blocks of records. A field's JSON type and `format` define it; OpenAPI components, upstream checks and GraphQL scalars follow
 * from them.
 */

/**
 * A JSON Schema with the type that TypeBox has for it. Only its types are used: to build such objects, its builders would load 370 files, a
 * fifth of the server's start.
 */
export const schema = <T extends Type.TSchema>(json: object): T =>
  // The caller states the type that the keywords describe.
  json as T

type WithDescription = { readonly description: string }

/** The schema with its description in its type. */
const described = <T extends object>(schema: T, description: string): T & WithDescription =>
  Object.assign(schema, { description })

/** A platform id. */
export const id = (description: string) =>
  described(schema<Type.TString>({ type: 'string', format: 'int64', pattern: digitsPattern }), description)

/** Text in any script; may contain emoji, newlines and right-to-left text. */
export const text = (description: string) => described(schema<Type.TString>({ type: 'string' }), description)

export const url = (description: string) =>
  described(schema<Type.TString>({ type: 'string', format: 'uri' }), description)

/** A non-negative total that may exceed 32 bits. */
export const count = (description: string) =>
  described(schema<Type.TInteger>({ type: 'integer', format: 'int64', minimum: 0, maximum: maxCount }), description)

/** A small integer; the description names its unit. */
export const int = (description: string, range: { minimum?: number; maximum?: number } = { minimum: 0 }) =>
  described(schema<Type.TInteger>({ type: 'integer', format: 'int32', ...range }), description)

/** Unix time in whole seconds. */
export const unixTime = (description: string) =>
  described(
    schema<Type.TInteger>({ type: 'integer', format: 'unix-time', minimum: 0, maximum: latestTime }),
    description
  )

export const dateTime = (description: string) =>
  described(schema<Type.TString>({ type: 'string', format: 'date-time' }), description)

export const fraction = (description: string) =>
  described(schema<Type.TNumber>({ type: 'number', minimum: 0 }), description)

export const flag = (description: string) => described(schema<Type.TBoolean>({ type: 'boolean' }), description)

export const list = <T extends Type.TSchema>(items: T, description: string) =>
  described(schema<Type.TArray<T>>({ type: 'array', items }), description)

/** Keywords that field schemas use. */
export type FieldSchema = {
  type?: string
  format?: string
  pattern?: string
  description?: string
  anyOf?: FieldSchema[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
  additionalProperties?: boolean | FieldSchema
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

/** The schema of a nullable field's value; undefined for a non-null field. */
export const withoutNull = ({ anyOf }: FieldSchema): FieldSchema | undefined =>
  anyOf?.find((option) => option.type !== 'null')

/** Whether a field is a total, as `count` declares it. */
export const isCount = (field: FieldSchema): boolean => {
  const { type, format } = withoutNull(field) ?? field
  return type === 'integer' && format === 'int64'
}

/** Whether a field is a text of any length, or a list of such texts. */
export const isText = (field: FieldSchema): boolean => {
  const { type, format, items, enum: words } = withoutNull(field) ?? field
  return type === 'array' ? items !== undefined && isText(items) : type === 'string' && !format && !words
}

/** The same field, null when the value is unknown. */
export const nullable = <T extends Type.TSchema & WithDescription>(field: T) =>
  described(schema<Type.TUnion<[T, Type.TNull]>>({ anyOf: [field, { type: 'null' }] }), field.description)

/** A record: the single declaration from which types, JSON, OpenAPI, checks and the graph follow. */
export const record = <T extends Type.TProperties>(title: string, description: string, properties: T) =>
  Object.assign(
    described(
      schema<Type.TObject<T>>({
        type: 'object',
        required: Object.keys(properties),
        properties,
        additionalProperties: false
      }),
      description
    ),
    { title }
  )

/** An enumeration of texts. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  described(schema<Type.TUnsafe<T[number]>>({ type: 'string', enum: values }), description)
