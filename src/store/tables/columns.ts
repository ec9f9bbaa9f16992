import type { SQLOutputValue } from 'node:sqlite'
import type Type from 'typebox'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'

/**
 * What a table keeps of a record follows from the record's declaration: its columns, the list that selects them and the way
 * back from a row. Flags are kept as 0 and 1, lists as JSON.
 */

/** A row as the values of its SELECT list, which are made faster than an object with names. */
export type Cells = readonly SQLOutputValue[]

/** What is selected of a row, and what it tells. */
export type Readable<T> = {
  /** The SELECT list: as many columns as the record needs, in its order. */
  readonly columns: string
  readonly width: number
  readonly read: (cells: Cells, base: string | null) => T
}

export type Selection<T> = Readable<T> & {
  /** The record as an expression over the cells from `at` on. */
  readonly expression: (at: number) => string
  /** The same record as JSON, written by SQLite: an expression over the same columns. */
  readonly json: string
  /** What that begins with, and nothing within it: no text in JSON holds a quote as it is. */
  readonly opening: string
  /** How many parameters that has: each is the base of this server's own addresses. */
  readonly addresses: number
}

/** What is selected for a field that is more, or less, than a column. */
export type Part = Omit<Selection<unknown>, 'read' | 'opening'>

const sqlTypes: Readonly<Record<string, string>> = { boolean: 'INTEGER', integer: 'INTEGER', number: 'REAL' }

/** Column definitions of fields. The first field of a record is the id it is looked up by. */
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

/** How a record is selected: from columns of its names under a table's alias, but for what `elsewhere` says. */
export const selection = <P extends Type.TProperties>(
  { properties }: Type.TObject<P>,
  alias: string,
  elsewhere: { readonly [K in keyof P]?: string | Part } = {}
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
  // Written out as a literal, because an object that is filled in a loop takes ten times as long to make and twice as long
  // to turn into JSON. Nothing but our own declarations goes into the text.
  const make: (address: typeof addressOf) => (cells: Cells, base: string | null) => Type.Static<Type.TObject<P>> =
    // What it returns is made field by field from the declaration that types it.
    new Function('address', `return (cells, base) => (${expression(0)})`) as typeof make
  return {
    columns: parts.map(({ columns }) => columns).join(', '),
    width,
    expression,
    read: make(addressOf),
    // One call for all parts: SQLite takes a third longer to put them together one by one, or to make an object of them, and a seventh to fill in a format.
    json: `concat(${parts.map(({ key, json }, index) => `'${index === 0 ? '{' : ','}"${key}":', ${json}`).join(', ')}, '}')`,
    opening: `{"${parts[0]?.key}":`,
    addresses: parts.reduce((sum, { addresses }) => sum + addresses, 0)
  }
}

const fieldsOf = (properties: Type.TProperties) => Object.entries(properties as Readonly<Record<string, FieldSchema>>)

const expressionOf = (field: FieldSchema, cell: string): string => {
  const inner = withoutNull(field)
  if (inner !== undefined) return `${cell} === null ? null : ${expressionOf(inner, cell)}`
  // Null for a field that is never null comes from a row that is not there, such as the author's.
  if (field.type === 'boolean') return `${cell} === 1`
  // Most lists of what is missing are empty.
  if (field.type === 'array') return `${cell} === '[]' ? [] : JSON.parse(${cell})`
  if (field.type !== 'string') return `${cell} ?? 0`
  return field.format === 'uri' ? `address(${cell} ?? '', base)` : `${cell} ?? ''`
}

/** The field as JSON, in the words of SQLite: what `expressionOf` makes of a cell, written. */
const jsonOf = (field: FieldSchema, column: string): string => {
  const inner = withoutNull(field)
  const { type, format } = inner ?? field
  if (type === 'boolean') return `iif(${column}, 'true', 'false')`
  if (type === 'array') return column
  // A whole number is the same in JSON, and need not be looked at.
  if (type === 'integer') return `coalesce(${column}, ${inner === undefined ? 0 : "'null'"})`
  const told = inner === undefined ? `coalesce(${column}, ${type === 'string' ? "''" : 0})` : column
  if (format !== 'uri') return `json_quote(${told})`
  // Compared as a range: what begins with / and nothing else is between the two. Without a base nothing comes of it.
  return `json_quote(iif(${column} >= '/' AND ${column} < '0', ? || ${column}, ${told}))`
}

/**
 * Addresses that begin with / are this server's own, and lead nowhere without one. They are put together in one piece: of a record in which a text
 * is of two, JSON is written in twice the time.
 */
const addressOf = (address: string, base: string | null): string | null => {
  if (!address.startsWith('/')) return address
  return base === null ? null : [base, address].join('')
}
