import { csv } from '../../core/csv.ts'
import type { RestOperation } from '../../surfaces/rest/operations.ts'
import { anyTableOf, csvHeader, csvRow, ndjsonRow } from '../../surfaces/rest/tables.ts'

export const formNames = ['ndjson', 'csv', 'parquet'] as const
export type FormName = (typeof formNames)[number]

/** A text format: its header and its row writer. `parquet-output.ts` writes Parquet. */
export type Form = { header: string; row: (row: unknown) => string }

/** NDJSON. */
export const lines: Form = { header: '', row: ndjsonRow }

/** The table formats of REST, so that both have the same cells. `isPlain`: CSV for programs, without apostrophes. */
export const formOf = (name: FormName, isPlain: boolean, operation: Pick<RestOperation, 'record' | 'isList'>): Form => {
  if (name !== 'csv') return lines
  const table = anyTableOf(operation)
  const form = csv[isPlain ? 'plain' : 'escaped']
  return { header: csvHeader(table, form), row: (row) => csvRow(table, row, form) }
}
