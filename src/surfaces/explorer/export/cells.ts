import type { TextCells } from './rows.ts'

export const csvOf = (cells: TextCells): string => cells.map((row) => `${row.join(',')}\r\n`).join('')

/** The text of a cell, including the apostrophe that protects against formulas and number conversion. */
const textOf = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

const needsQuotes = /[\t\r\n"]/

const tsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Tab-separated text, for pasting into spreadsheets. */
export const tsvOf = (cells: TextCells): string =>
  cells.map((row) => row.map((cell) => tsvCell(textOf(cell))).join('\t')).join('\n')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character)

/** An HTML table, for pasting into spreadsheets and documents. A line break within a cell becomes a space, because `<br>` would start a row. */
export const htmlOf = (cells: TextCells): string => {
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${escaped(textOf(cell))}</td>`).join('')}</tr>`)
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}
