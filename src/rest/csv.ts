/** Separates the values of a list within a cell. */
const between = '|'

/**
 * Beginnings that spreadsheets interpret as formula, number or date, quoted or not. Formulas execute, and numbers above 15 digits, such as
 * ids, lose digits. The apostrophe is included so that removing one restores the text.
 */
const mayBeTakenForElse = /^[\d=+\-@'\t\r\n＝＋－＠]/

const needsQuotes = /^$|[",\r\n]/

const textCell = (text: string): string => {
  const guarded = mayBeTakenForElse.test(text) ? `'${text}` : text
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** One cell by RFC 4180; also used by the explorer. Unknown values and empty lists are empty; numbers stay numbers. */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : textCell(value.map((item) => item ?? '').join(between))
  return typeof value === 'string' ? textCell(value) : String(value)
}

/** One CSV line. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
