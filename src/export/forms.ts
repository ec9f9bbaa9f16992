import type { RestOperation } from '../rest/operations.ts'
import { anyTableOf, csvHeader, csvRow, ndjsonRow } from '../rest/tables.ts'

export const formNames = ['ndjson', 'csv'] as const
export type FormName = (typeof formNames)[number]

/** An output format: its header and its row writer. */
export type Form = { header: string; row: (row: unknown) => string }

/** NDJSON. */
export const lines: Form = { header: '', row: ndjsonRow }

/** The table formats of REST, so that both have the same cells. */
export const formOf = (name: FormName, operation: Pick<RestOperation, 'record' | 'isList'>): Form => {
  if (name === 'ndjson') return lines
  const table = anyTableOf(operation)
  return { header: csvHeader(table), row: (row) => csvRow(table, row) }
}
