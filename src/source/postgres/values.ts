import pg from 'pg'
import type { Value } from './database.ts'

/** Numbers are safe integers and flags 0 and 1, as in the embedded data; bytes and texts are what they are. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.INT4]: Number,
  [pg.types.builtins.FLOAT8]: Number,
  [pg.types.builtins.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex')
}
const asText = (text: string) => text
// The declaration has an overload for each type of PostgreSQL.
export const types = { getTypeParser: (oid: number) => parsers[oid] ?? asText } as unknown as pg.CustomTypesConfig

/** PostgreSQL keeps no text with this character in it, so nothing there is called by one. */
export const storable = <T extends Value>(value: T): T => {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd') as T
  return Array.isArray(value) ? (value.map(storable) as unknown as T) : value
}
