import { type Csv, csv } from '../../core/csv.ts'
import { type FieldSchema, withoutNull } from '../../records/fields.ts'
import type { RestOperation } from './operations.ts'

/** A column: its name and how to read it from a row. */
export type TableColumn = { name: string; read: (row: unknown) => unknown }

/** An operation's result as a table. */
export type Table = { columns: readonly TableColumn[]; rowsOf: (data: unknown) => readonly unknown[] }

/**
 * Columns of a record in field order. Fields of a nested object are prefixed with its name and an underscore; so are those of a list of
 * objects, each as a list.
 */
const columnsBelow = (schema: FieldSchema, before: string, rowOf: (row: unknown) => unknown): TableColumn[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]): TableColumn[] => {
    const name = before + key
    // Rows are records, checked against the schema being walked.
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

/** The table of a list; null for a single record. A record that only wraps a list counts as the list. */
export const tableOf = ({ record, isList }: Pick<RestOperation, 'record' | 'isList'>): Table | null => {
  // The operation declares what its list contains.
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

/** The table of any result; a single record becomes one row. */
export const anyTableOf = (operation: Pick<RestOperation, 'record' | 'isList'>): Table =>
  tableOf(operation) ?? {
    // All results but suggestions are records, and suggestions are a list.
    columns: columnsBelow(operation.record as FieldSchema, '', itself),
    rowsOf: (record) => [record]
  }

/** The header line of a CSV file. */
export const csvHeader = ({ columns }: Pick<Table, 'columns'>, { line }: Csv = csv.escaped): string =>
  line(columns.map(({ name }) => name))

export const csvRow = ({ columns }: Pick<Table, 'columns'>, row: unknown, { line }: Csv = csv.escaped): string =>
  line(columns.map(({ read }) => read(row)))

/** One NDJSON line: the record as in REST. */
export const ndjsonRow = (row: unknown): string => `${JSON.stringify(row)}\n`
