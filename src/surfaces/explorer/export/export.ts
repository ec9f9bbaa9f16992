import { csvOf, htmlOf, tsvOf } from './cells.ts'
import { fileName, save } from './files.ts'
import { cellsOf, type ExportRows } from './rows.ts'
import type { WholeList } from './whole-list.ts'

export { saveWholeList } from './whole-list.ts'

/** Data that can be exported. */
export type Exportable = {
  /** Its name for people. */
  what: string
  rows: ExportRows
  /** The whole list, if it may have more than `rows`: the number of its elements, if known, and the plural noun for them. */
  all?: { list: WholeList; count: number | null; noun: string }
}

/** Saves the rows as a file. Throws an error with a readable message. */
export const saveRows = async ({ what, rows }: Exportable): Promise<void> =>
  save(new Blob([csvOf(await cellsOf(rows))], { type: 'text/csv' }), fileName(what, 'csv'))

/** The rows for the clipboard, as plain text and as a table. */
export const cellsFor = async (rows: ExportRows): Promise<{ plain: Blob; table: Blob }> => {
  const cells = await cellsOf(rows)
  return {
    plain: new Blob([tsvOf(cells)], { type: 'text/plain' }),
    table: new Blob([htmlOf(cells)], { type: 'text/html' })
  }
}
