import { type FieldSchema, withoutNull } from '../records/fields.ts'
import type { RestOperation } from './operations.ts'

/** One column: its name, and what it shows of a row. */
export type Column = { name: string; read: (row: unknown) => unknown }

/** What an operation answers with, as a table. */
export type Table = { columns: readonly Column[]; rowsOf: (data: unknown) => readonly unknown[] }

/** Between the values of a list, which share a cell. */
const between = '|'

/**
 * The columns of a record in the order of its fields. Fields of an object within it follow its name and an underscore, and so do
 * those of a list of objects, where each is the list of that field.
 */
const columnsBelow = (schema: FieldSchema, before: string, rowOf: (row: unknown) => unknown): Column[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]): Column[] => {
    const name = before + key
    // Rows are records, checked against the schema that is walked here.
    const read = (row: unknown) => (rowOf(row) as Readonly<Record<string, unknown>>)[key]
    const { properties, items } = withoutNull(field) ?? field
    if (properties !== undefined) return columnsBelow({ properties }, `${name}_`, read)
    if (items?.properties === undefined) return [{ name, read }]
    return columnsBelow(items, `${name}_`, (item) => item).map((column) => ({
      name: column.name,
      read: (row) => (read(row) as readonly unknown[]).map(column.read)
    }))
  })

const itself = (row: unknown) => row

/** The table of a list; null where an operation answers with one record. A record that only holds a list counts as the list. */
export const tableOf = ({ record, isList }: Pick<RestOperation, 'record' | 'isList'>): Table | null => {
  // What a list holds is what its operation declares.
  const rowsOf = (data: unknown) => data as readonly unknown[]
  if (record === 'strings') return { columns: [{ name: 'suggestion', read: itself }], rowsOf }
  const fields = record as FieldSchema
  if (isList) return { columns: columnsBelow(fields, '', itself), rowsOf }
  const [[key, { items }] = ['', {}], ...others] = Object.entries(fields.properties ?? {})
  if (items === undefined || others.length > 0) return null
  return {
    columns: columnsBelow(items, '', itself),
    rowsOf: (data) => rowsOf((data as Readonly<Record<string, unknown>>)[key])
  }
}

/**
 * What spreadsheets take for a formula, a number or a date when it begins a cell, quoted or not. Formulas run; numbers of more than
 * 15 digits, which ids are, lose the last ones. The apostrophe is among them so that taking one off gives the text back.
 */
const mayBeTakenForElse = /^[\d=+\-@'\t\r\n＝＋－＠]/

const needsQuotes = /^$|[",\r\n]/

const textCell = (text: string): string => {
  const guarded = mayBeTakenForElse.test(text) ? `'${text}` : text
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** One cell as RFC 4180 writes it. Unknown values and empty lists have nothing in it; numbers stay numbers, negative ones too. */
const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : textCell(value.map((item) => item ?? '').join(between))
  return typeof value === 'string' ? textCell(value) : String(value)
}

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** The first line of a CSV file. */
export const csvHeader = ({ columns }: Table): string => csvLine(columns.map(({ name }) => name))

export const csvRow = ({ columns }: Table, row: unknown): string =>
  csvLine(columns.map(({ read }) => csvCell(read(row))))

/** One line of JSON: the record as REST answers it. */
export const ndjsonRow = (row: unknown): string => `${JSON.stringify(row)}\n`
