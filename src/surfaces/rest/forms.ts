import { type Csv, csv } from '../../core/csv.ts'
import { mediaTypeFor } from '../http/negotiation.ts'
import { jsonType } from '../http/reply.ts'
import { csvHeader, csvRow, ndjsonRow, type Table } from './tables.ts'

/** An alternative form of a list: media type and serializer. `marksUnknown`: whether unknown numbers and flags are null instead of 0 and false. */
export type TableForm = { type: string; marksUnknown: boolean; write: (rows: readonly unknown[]) => string }

const csvFile = (form: Csv) => (table: Table, rows: readonly unknown[]) =>
  csvHeader(table, form) + rows.map((row) => csvRow(table, row, form)).join('')

/** Types in `Accept`, with the media type of the answer and the writer of rows. The first match is used. */
export const tableTypes = {
  'text/csv': { type: 'text/csv; charset=utf-8; header=present', write: csvFile(csv.escaped) },
  'text/csv; escape=none': {
    type: 'text/csv; charset=utf-8; header=present; escape=none',
    write: csvFile(csv.plain)
  },
  'application/x-ndjson': {
    type: 'application/x-ndjson; charset=utf-8',
    write: (_: Table, rows: readonly unknown[]) => rows.map(ndjsonRow).join('')
  }
} as const

/** Parameter of these types that leaves unknown numbers empty. */
export const unknownEmpty = '; unknown=empty'

const forms = Object.values(tableTypes).flatMap(({ type, write }) => [
  { type: type as string, marksUnknown: false, write },
  { type: type + unknownEmpty, marksUnknown: true, write }
])
const wantedType = mediaTypeFor([jsonType, ...forms.map(({ type }) => type)])
const namesTable = /text\/csv|application\/x-ndjson/i

/**
 * The requested form of a list; null for JSON. A table is sent only to clients that name its type and prefer nothing else available;
 * wildcards and unknown types get JSON.
 */
export const tableFormOf = (accept: string, table: Table): TableForm | null => {
  if (!namesTable.test(accept)) return null
  const wanted = wantedType(accept)
  const form = forms.find(({ type }) => type === wanted)
  return form === undefined ? null : { ...form, write: (rows) => form.write(table, rows) }
}
