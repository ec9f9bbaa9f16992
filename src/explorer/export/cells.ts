import type { Cells } from './rows.ts'

export const csvOf = (cells: Cells): string => cells.map((row) => `${row.join(',')}\r\n`).join('')

/** The text in a cell: what a spreadsheet must not take for a formula or a number still has its apostrophe. */
const textOf = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

const needsQuotes = /[\t\r\n"]/

const tsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** As spreadsheets paste plain text: tabs between cells. */
export const tsvOf = (cells: Cells): string =>
  cells.map((row) => row.map((cell) => tsvCell(textOf(cell))).join('\t')).join('\n')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character)

/** As a table that spreadsheets and documents paste. A line break within a cell becomes a space: as `<br>` it would begin a row. */
export const htmlOf = (cells: Cells): string => {
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${escaped(textOf(cell))}</td>`).join('')}</tr>`)
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}
