import { mediaTypeFor } from '../http/negotiation.ts'
import { jsonType } from '../http/reply.ts'
import { csvHeader, csvRow, ndjsonRow, type Table } from './tables.ts'

/** A list in another form than the envelope: the media type, and the text for what an operation answers as `data`. */
export type TableForm = { type: string; write: (data: unknown) => string }

/** The media types of tables, by the name that asks for them, and how their rows are written. */
export const tableTypes = {
  'text/csv': {
    type: 'text/csv; charset=utf-8; header=present',
    write: (table: Table, rows: readonly unknown[]) => csvHeader(table) + rows.map((row) => csvRow(table, row)).join('')
  },
  'application/x-ndjson': {
    type: 'application/x-ndjson; charset=utf-8',
    write: (_: Table, rows: readonly unknown[]) => rows.map(ndjsonRow).join('')
  }
} as const

const forms = Object.values(tableTypes)
const wantedType = mediaTypeFor([jsonType, ...forms.map(({ type }) => type)])
const namesTable = /text\/csv|application\/x-ndjson/i

/**
 * The form in which a list is asked for; null for JSON. A table goes to those only who name it and like nothing that is here better: whoever
 * takes any type, or any text, or asks for what there is not, gets JSON as ever.
 */
export const tableFormOf = (accept: string, table: Table): TableForm | null => {
  if (!namesTable.test(accept)) return null
  const wanted = wantedType(accept)
  const form = forms.find(({ type }) => type === wanted)
  return form === undefined ? null : { type: form.type, write: (data) => form.write(table, table.rowsOf(data)) }
}
