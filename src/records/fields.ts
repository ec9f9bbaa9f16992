import Type, { type TProperties, type TSchema } from 'typebox'
import { digitsPattern } from './identifiers.ts'

/** The largest count that JSON numbers carry exactly: 2^53 − 1. */
export const maxCount = Number.MAX_SAFE_INTEGER

/** The last second of the year 9999, behind which dates have no common form. Larger numbers are milliseconds or damage. */
export const latestTime = 253_402_300_799

/** Clocks differ, and days begin earlier elsewhere. */
const aheadSeconds = 86_400

/** Whether Unix seconds lie so far ahead that nothing can have happened then: such a time is unknown. */
export const isAhead = (seconds: number): boolean => seconds > Date.now() / 1_000 + aheadSeconds

/**
 * The building blocks of records. The pair of JSON type and `format` says what a field is; the OpenAPI
 * components, the check of what an upstream sent and the GraphQL scalars all follow from it.
 */

type Described = { readonly description: string }

/** The same schema, with its description in its type. */
const described = <T extends object>(schema: T, description: string): T & Described =>
  Object.assign(schema, { description })

/** A platform id. */
export const id = (description: string) =>
  described(Type.String({ format: 'int64', pattern: digitsPattern }), description)

/** Text of any script; may hold emoji, newlines and right-to-left runs. */
export const text = (description: string) => described(Type.String(), description)

export const url = (description: string) => described(Type.String({ format: 'uri' }), description)

/** A total that outgrows 32 bits in real life. Never negative. */
export const count = (description: string) =>
  described(Type.Integer({ format: 'int64', minimum: 0, maximum: maxCount }), description)

/** A small whole number with the unit named in its description. */
export const int = (description: string, range: { minimum?: number; maximum?: number } = { minimum: 0 }) =>
  described(Type.Integer({ format: 'int32', ...range }), description)

/** A moment as Unix time in whole seconds. */
export const unixTime = (description: string) =>
  described(Type.Integer({ format: 'unix-time', minimum: 0, maximum: latestTime }), description)

export const dateTime = (description: string) => described(Type.String({ format: 'date-time' }), description)

export const fraction = (description: string) => described(Type.Number({ minimum: 0 }), description)

export const flag = (description: string) => described(Type.Boolean(), description)

export const list = <T extends TSchema>(items: T, description: string) => described(Type.Array(items), description)

/** What any field's schema may say. */
export type FieldSchema = {
  type?: string
  format?: string
  description?: string
  anyOf?: FieldSchema[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

/** What a nullable field is when it is not null; undefined for a field that is never null. */
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
export const nullable = <T extends TSchema & Described>(schema: T) =>
  described(Type.Union([schema, Type.Null()]), schema.description)

/** One record: the single declaration that types, JSON, OpenAPI, checks and the graph follow from. */
export const record = <T extends TProperties>(title: string, description: string, properties: T) =>
  Object.assign(described(Type.Object(properties, { additionalProperties: false }), description), { title })

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  described(Type.Unsafe<T[number]>({ type: 'string', enum: values }), description)
