import pg from 'pg'
import type { Cells } from '../tables/columns.ts'
import type { QueryValue } from './database.ts'

export type Parser = (text: string) => Cells[number]

/** Numbers are safe integers and flags 0 and 1, as in the embedded data; bytes and texts stay as they are. */
const parsers: Readonly<Record<number, Parser>> = {
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.INT4]: Number,
  [pg.types.builtins.FLOAT8]: Number,
  [pg.types.builtins.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex')
}
export const asText: Parser = (text) => text
/** Parser for a type's text format. */
export const parserOf = (oid: number): Parser => parsers[oid] ?? asText
// The declaration has an overload per PostgreSQL type.
export const types = { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig

/** PostgreSQL cannot store NUL in text, so nothing there matches it. */
export const storable = <T extends QueryValue>(value: T): T => {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd') as T
  return Array.isArray(value) ? (value.map(storable) as unknown as T) : value
}

/** A parameter as text; null for NULL. */
export const parameterOf = (value: QueryValue): string | null => {
  if (value === null) return null
  if (typeof value === 'object') return `{${value.map(elementOf).join(',')}}`
  return typeof value === 'string' ? storable(value) : String(value)
}

const elementOf = (value: string | number | null): string =>
  typeof value === 'string' ? `"${storable(value).replace(/["\\]/g, '\\$&')}"` : String(value ?? 'NULL')
