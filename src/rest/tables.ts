import { type FieldSchema, withoutNull } from '../records/fields.ts'
import { csvLine } from './csv.ts'
import type { RestOperation } from './operations.ts'

/** One column: its name, and what it shows of a row. */
export type Column = { name: string; read: (row: unknown) => unknown }

/** What an operation answers with, as a table. */
export type Table = { columns: readonly Column[]; rowsOf: (data: unknown) => readonly unknown[] }

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

/** The table of whatever an operation answers with: one record is a table of one row. */
export const anyTableOf = (operation: Pick<RestOperation, 'record' | 'isList'>): Table =>
  tableOf(operation) ?? {
    // All but suggestions are records, and those are a list.
    columns: columnsBelow(operation.record as FieldSchema, '', itself),
    rowsOf: (record) => [record]
  }

/** The first line of a CSV file. */
export const csvHeader = ({ columns }: Table): string => csvLine(columns.map(({ name }) => name))

export const csvRow = ({ columns }: Table, row: unknown): string => csvLine(columns.map(({ read }) => read(row)))

/** One line of JSON: the record as REST answers it. */
export const ndjsonRow = (row: unknown): string => `${JSON.stringify(row)}\n`
