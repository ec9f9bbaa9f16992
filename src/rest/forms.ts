import { readWeights } from '../http/weighted-list.ts'
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

const namesTable = /text\/csv|application\/x-ndjson/i
const json = 'application/json'
const isTable = (name: string): name is keyof typeof tableTypes => Object.hasOwn(tableTypes, name)

/**
 * The form in which a list is asked for; null for JSON. A table goes to those only who name it and like JSON no better: of equal weights the
 * first counts. Whoever takes any type, or any text, or asks for what there is not, gets JSON as ever.
 */
export const tableFormOf = (accept: string, table: Table): TableForm | null => {
  if (!namesTable.test(accept)) return null
  const accepted = readWeights(accept)
  const named = accepted.filter(({ name }) => name === json || isTable(name)).toSorted((a, b) => b.weight - a.weight)
  const [best] = named
  if (best === undefined || best.weight === 0 || !isTable(best.name)) return null
  // JSON that is not named may still be meant.
  const ofRange = (range: string) => accepted.find(({ name }) => name === range)?.weight
  const isNamed = named.some(({ name }) => name === json)
  if (!isNamed && best.weight < (ofRange('application/*') ?? ofRange('*/*') ?? 0)) return null
  const { type, write } = tableTypes[best.name]
  return { type, write: (data) => write(table, table.rowsOf(data)) }
}
