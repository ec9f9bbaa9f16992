import type { RestOperation } from '../rest/operations.ts'
import { anyTableOf, csvHeader, csvRow, ndjsonRow } from '../rest/tables.ts'

export const formNames = ['ndjson', 'csv'] as const
export type FormName = (typeof formNames)[number]

/** How records are written: what stands before them all, and each of them. */
export type Form = { header: string; row: (row: unknown) => string }

/** Lines of JSON. */
export const lines: Form = { header: '', row: ndjsonRow }

/** The forms in which REST answers lists, so that both have the same cells and one guide. */
export const formOf = (name: FormName, operation: Pick<RestOperation, 'record' | 'isList'>): Form => {
  if (name === 'ndjson') return lines
  const table = anyTableOf(operation)
  return { header: csvHeader(table), row: (row) => csvRow(table, row) }
}
