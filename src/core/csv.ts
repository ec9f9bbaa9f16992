/** Separates the values of a list within a cell. */
const between = '|'

/**
 * Beginnings that spreadsheets interpret as formula, number or date, quoted or not. Formulas execute, and numbers above 15 digits, such as
 * ids, lose digits. The apostrophe is included so that removing one restores the text.
 */
const mayBeTakenForElse = /^[\d=+\-@'\t\r\n＝＋－＠]/

const escapedText = (text: string): string => (mayBeTakenForElse.test(text) ? `'${text}` : text)

/** The original of an escaped text. */
export const unescapedText = (text: string): string => (text.startsWith("'") ? text.slice(1) : text)

const needsQuotes = /^$|[",\r\n]/

/** A form of CSV by RFC 4180. Unknown values and empty lists are empty cells; numbers stay numbers. */
export type Csv = {
  readonly cell: (value: unknown) => string
  /** Cells and the end of a line. */
  readonly line: (values: readonly unknown[]) => string
}

const csvOf = (write: (text: string) => string): Csv => {
  const textCell = (text: string): string => {
    const written = write(text)
    return needsQuotes.test(written) ? `"${written.replaceAll('"', '""')}"` : written
  }
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (Array.isArray(value)) return value.length === 0 ? '' : textCell(value.map((item) => item ?? '').join(between))
    return typeof value === 'string' ? textCell(value) : String(value)
  }
  return { cell, line: (values) => `${values.map(cell).join(',')}\r\n` }
}

/** Both forms, for the server, the command line and the explorer. */
export const csv = {
  /** For spreadsheets: texts that they would interpret begin with an apostrophe. */
  escaped: csvOf(escapedText),
  /** For programs: every text as it is. */
  plain: csvOf((text) => text)
} as const satisfies Readonly<Record<string, Csv>>
