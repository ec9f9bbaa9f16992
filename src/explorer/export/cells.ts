import { linesOf } from './rows.ts'

const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g

/** The texts of the cells of a CSV file: what a spreadsheet must not take for a formula or a number still has its apostrophe. */
const cellsOf = (csv: string): readonly (readonly string[])[] =>
  linesOf(csv).map((line) =>
    [...line.matchAll(cell)].map(([, text = '']) =>
      text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
    )
  )

const needsQuotes = /[\t\r\n"]/

/** A CSV file as spreadsheets paste plain text: tabs between cells. */
export const tsvOf = (csv: string): string =>
  cellsOf(csv)
    .map((cells) => cells.map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character)

/** A CSV file as a table that spreadsheets and documents paste. A line break within a cell becomes a space: as `<br>` it would begin a row. */
export const htmlOf = (csv: string): string => {
  const rows = cellsOf(csv).map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}
