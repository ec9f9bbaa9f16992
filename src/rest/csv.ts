/** Between the values of a list, which share a cell. */
const between = '|'

/**
 * What spreadsheets take for a formula, a number or a date when it begins a cell, quoted or not. Formulas run; numbers of more than
 * 15 digits, which ids are, lose the last ones. The apostrophe is among them so that taking one off gives the text back.
 */
const mayBeTakenForElse = /^[\d=+\-@'\t\r\n＝＋－＠]/

const needsQuotes = /^$|[",\r\n]/

const textCell = (text: string): string => {
  const guarded = mayBeTakenForElse.test(text) ? `'${text}` : text
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** One cell as RFC 4180 writes it; the explorer writes its tables with it too. Unknown values and empty lists have nothing in it; numbers stay numbers, negative ones too. */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : textCell(value.map((item) => item ?? '').join(between))
  return typeof value === 'string' ? textCell(value) : String(value)
}

/** One line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
