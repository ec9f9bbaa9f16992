import type { SQLOutputValue } from 'node:sqlite'
import type Type from 'typebox'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import { withMissing } from '../../records/missing-fields.ts'

/** Columns, SELECT list and row reader of a record, derived from its declaration. Flags are stored as 0 and 1, lists as JSON. */

/** A row as the values of its SELECT list, which is faster than an object. */
export type Cells = readonly SQLOutputValue[]

/** A SELECT list with a reader for its rows. */
export type Readable<T> = {
  /** The SELECT list: as many columns as the record needs, in order. */
  readonly columns: string
  readonly width: number
  readonly read: (cells: Cells, base: string | null) => T
}

/** SQL that finds a record by a key: everything after FROM, either up to the column compared with the key, or with the SQL of the key in it. */
export type FoundIn = string | ((key: string) => string)
export const foundIn = (from: FoundIn, key: string): string =>
  typeof from === 'string' ? `${from} = ${key}` : from(key)

export type Selection<T> = Readable<T> & {
  /** The record as a JavaScript expression over the cells from `at` on. */
  readonly expression: (at: number) => string
  /** The same record as a SQL expression for JSON, over the same columns. */
  readonly json: string
  /** SQL for the names of its missing fields; null for records that are always complete. */
  readonly missing: string | null
  /** The beginning of that JSON, which occurs nowhere within it: JSON text contains no unescaped quote. */
  readonly opening: string
  /** Number of parameters of that expression: each is the base URL of this server's media. */
  readonly addresses: number
}

/** Selection of a field that is not simply a column. */
export type SelectionPart = Omit<Selection<unknown>, 'read' | 'opening' | 'missing'>

const sqlTypes: Readonly<Record<string, string>> = { boolean: 'INTEGER', integer: 'INTEGER', number: 'REAL' }

/** Column definitions of fields. A record's first field is its lookup key. */
export const columns = (
  properties: Type.TProperties,
  { omit = [], nullable = [] }: { omit?: readonly string[]; nullable?: readonly string[] } = {}
): string =>
  fieldsOf(properties)
    .filter(([key]) => !omit.includes(key))
    .map(([key, field], index) => {
      const inner = withoutNull(field)
      const type = sqlTypes[(inner ?? field).type ?? ''] ?? 'TEXT'
      const mayBeNull = inner !== undefined || nullable.includes(key)
      return `${key} ${type}${mayBeNull ? '' : ' NOT NULL'}${index === 0 ? ' UNIQUE' : ''}`
    })
    .join(',\n  ')

/** Selection of a record: columns by field name under a table alias, except those in `elsewhere`. `missing`: names of its missing fields, as SQL. */
export const selection = <P extends Type.TProperties>(
  { properties }: Type.TObject<P>,
  alias: string,
  elsewhere: { readonly [K in keyof P]?: string | SelectionPart } = {},
  missing: string | null = null
): Selection<Type.Static<Type.TObject<P>>> => {
  let width = 0
  const parts = fieldsOf(properties).map(([key, field]) => {
    const from = elsewhere[key] ?? `${alias}.${key}`
    const start = width
    width += typeof from === 'string' ? 1 : from.width
    return typeof from === 'string'
      ? {
          key,
          columns: from,
          member: (at: number) => `${key}: ${expressionOf(field, `cells[${at + start}]`)}`,
          json: jsonOf(field, from),
          addresses: (withoutNull(field) ?? field).format === 'uri' ? 1 : 0
        }
      : { ...from, key, member: (at: number) => `${key}: ${from.expression(at + start)}` }
  })
  const expression = (at: number) => `{ ${parts.map(({ member }) => member(at)).join(', ')} }`
  // Generated code with an object literal: filling an object in a loop takes ten times as long, and serializing it twice as long. Only this
  // project's declarations go into the code.
  const record = missing === null ? expression(0) : `withMissing(${expression(0)}, cells[${width}])`
  type Read = (cells: Cells, base: string | null) => Type.Static<Type.TObject<P>>
  const make: (address: typeof addressOf, missing: typeof withMissing) => Read =
    // The returned object has the fields of its declaration.
    new Function('address', 'withMissing', `return (cells, base) => (${record})`) as typeof make
  return {
    columns: [...parts.map(({ columns }) => columns), ...(missing === null ? [] : [missing])].join(', '),
    width: missing === null ? width : width + 1,
    expression,
    missing,
    read: make(addressOf, withMissing),
    // One `concat` call: nested concatenation or json_object take a third longer in SQLite, format a seventh.
    json: `concat(${parts.map(({ key, json }, index) => `'${index === 0 ? '{' : ','}"${key}":', ${json}`).join(', ')}, '}')`,
    opening: `{"${parts[0]?.key}":`,
    addresses: parts.reduce((sum, { addresses }) => sum + addresses, 0)
  }
}

const fieldsOf = (properties: Type.TProperties) => Object.entries(properties as Readonly<Record<string, FieldSchema>>)

const expressionOf = (field: FieldSchema, cell: string): string => {
  const inner = withoutNull(field)
  if (inner !== undefined) return `${cell} === null ? null : ${expressionOf(inner, cell)}`
  // Null in a non-null field comes from a missing joined row, such as the author's.
  if (field.type === 'boolean') return `${cell} === 1`
  // Most lists of missing fields are empty.
  if (field.type === 'array') return `${cell} === '[]' ? [] : JSON.parse(${cell})`
  if (field.type !== 'string') return `${cell} ?? 0`
  return field.format === 'uri' ? `address(${cell} ?? '', base)` : `${cell} ?? ''`
}

/** The field as JSON in SQL, equal to the serialized result of `expressionOf`. */
const jsonOf = (field: FieldSchema, column: string): string => {
  const inner = withoutNull(field)
  const { type, format } = inner ?? field
  if (type === 'boolean') return `iif(${column}, 'true', 'false')`
  if (type === 'array') return column
  // Integers are already valid JSON.
  if (type === 'integer') return `coalesce(${column}, ${inner === undefined ? 0 : "'null'"})`
  const known = inner === undefined ? `coalesce(${column}, ${type === 'string' ? "''" : 0})` : column
  if (format !== 'uri') return `json_quote(${known})`
  // A range comparison for texts that begin with /. Null without a base.
  return `json_quote(iif(${column} >= '/' AND ${column} < '0', ? || ${column}, ${known}))`
}

/**
 * The absolute form of an address that begins with /, which is on this server; null without a base. Flattens the concatenated text, because
 * serializing a record would take twice as long otherwise.
 */
const addressOf = (address: string, base: string | null): string | null => {
  if (!address.startsWith('/')) return address
  return base === null ? null : [base, address].join('')
}
