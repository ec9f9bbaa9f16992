import type { ComponentChild } from 'preact'
import { csvOf, htmlOf, tsvOf } from './cells.ts'
import { drawnWithin } from './drawn-within.ts'
import { fileName, save } from './files.ts'
import { pictureOf, pngOf } from './picture.ts'
import { cellsOf, type ExportRows } from './rows.ts'
import type { WholeList } from './whole-list.ts'

export { saveWholeList } from './whole-list.ts'

/** Data that can be exported. */
export type Exportable = {
  /** Its name for people. */
  what: string
  rows: ExportRows
  /** The whole list, where more may exist than `rows` has: how many there are, if known, and the plural noun for them. */
  all?: { list: WholeList; count: number | null; things: string }
  /** The element that shows it, if any. */
  figure?: () => Element | null
  /** Drawing for the picture, where the page shows it in another form. */
  drawing?: () => ComponentChild
}

const asTitle = (what: string) => what.charAt(0).toUpperCase() + what.slice(1)

const drawnIn = ({ what, figure, drawing }: Exportable) => {
  const element = figure?.() ?? null
  if (element === null) throw new Error('there is no picture')
  return pictureOf(drawing === undefined ? element : drawnWithin(element, drawing()), asTitle(what))
}

/** Export to a file. Each function throws an error with a readable message. */
export const exportAs = {
  csv: async ({ what, rows }: Exportable) =>
    save(new Blob([csvOf(await cellsOf(rows))], { type: 'text/csv' }), fileName(what, 'csv')),
  png: async (exported: Exportable) => save(await pngOf(drawnIn(exported)), fileName(exported.what, 'png')),
  svg: async (exported: Exportable) =>
    save(new Blob([drawnIn(exported).svg], { type: 'image/svg+xml' }), fileName(exported.what, 'svg'))
} as const

export type FileKind = keyof typeof exportAs

/** The rows for the clipboard, as plain text and as a table. */
export const cellsFor = async (rows: ExportRows): Promise<{ plain: Blob; table: Blob }> => {
  const cells = await cellsOf(rows)
  return {
    plain: new Blob([tsvOf(cells)], { type: 'text/plain' }),
    table: new Blob([htmlOf(cells)], { type: 'text/html' })
  }
}
