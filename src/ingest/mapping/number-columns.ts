/**
 * Reads numbers written as text. A sign before three digits separates thousands or begins a decimal fraction; other numbers of the column decide
 * (docs/importing.md, Numbers).
 */

const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, 万: 1e4, 亿: 1e8 }
/** An apostrophe in front keeps spreadsheets from converting the cell. */
const number = /^'?(\d(?:[\d.,'’\s]*\d)?)\s?([kmb万亿])?$/i
const plain = /^\d+$/
const fractional = /^\d+([.,])\d+$/
const grouped = /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])\d+)?$/
/** Hundreds of thousands and ten millions, as in India: 12,34,567. */
const indian = /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/
/** A total in R's scientific form, which it uses if shorter: 1e+05. */
const scientific = /^\d(?:\.\d+)?e\+\d\d$/
/** Maximum length of an ambiguous number such as 123.456. */
const longestAmbiguous = 7

/** Whether a number is abbreviated, such as "12.3M", so that only its first digits are known. */
export const isAbbreviated = (value: unknown): boolean =>
  typeof value === 'string' && !/\d$/.test(value) && number.exec(value.trim())?.[2] !== undefined

/** Signs as bits. Spaces between digits count as apostrophes. */
const bits: Readonly<Record<string, number>> = { '.': 1, ',': 2, "'": 4 }

/** Format of a column's numbers: signs that begin fractions or separate thousands, and the most digits without a sign. */
type NumberForms = { fractions: number; thousands: number; ungrouped: number }

/** Kind of a number: a total is whole unless it is abbreviated. */
type NumberKind = 'total' | 'abbreviated' | 'measure'

const readPlain = (column: NumberForms, digits: string): number => {
  column.ungrouped = Math.max(column.ungrouped, digits.length)
  return Number(digits)
}

/** Number format of each column of a file, as far as the numbers read so far determine it. */
export class NumberColumns {
  readonly #columns = new Map<unknown, NumberForms>()
  #hasAmbiguous = false

  /** Whether an ambiguous number was read. Other numbers of its column, even later ones, decide its meaning. */
  get hasAmbiguous(): boolean {
    return this.#hasAmbiguous
  }

  /** Null for text that is no number, and for a number that is still ambiguous. */
  read(key: unknown, text: string, isTotal: boolean): number | null {
    let column = this.#columns.get(key)
    if (column === undefined) {
      column = { fractions: 0, thousands: 0, ungrouped: 0 }
      this.#columns.set(key, column)
    }
    // The common case.
    if (plain.test(text)) return readPlain(column, text)
    if (isTotal && scientific.test(text)) return Number(text)
    const [, written = '', unit] = number.exec(text.trim()) ?? []
    if (written === '') return null
    if (unit === undefined) return this.#read(column, written, isTotal ? 'total' : 'measure')
    const value = this.#read(column, written, 'abbreviated')
    return value === null ? null : Math.round(value * (units[unit.toLowerCase()] ?? 1))
  }

  #read(column: NumberForms, written: string, kind: NumberKind): number | null {
    if (plain.test(written)) return readPlain(column, written)
    const digits = written.replace(/[’\s]/g, "'")
    const [, separator, point = ' '] = grouped.exec(digits) ?? (indian.test(digits) ? [digits, ',', '.'] : [])
    const asFraction = Number(digits.replace(',', '.'))
    if (separator === undefined) {
      const [, sign] = fractional.exec(digits) ?? []
      if (sign === undefined) return null
      column.fractions |= bits[sign] ?? 0
      // With a comma, the text may also be several numbers.
      return kind === 'total' && sign === ',' && !Number.isInteger(asFraction) ? null : asFraction
    }
    const bit = bits[separator] ?? 0
    const isAmbiguous = separator !== "'" && point === ' ' && digits.length <= longestAmbiguous
    if (!isAmbiguous || (kind === 'total' && !digits.endsWith('000'))) column.thousands |= bit
    column.fractions |= bits[point] ?? 0
    const asThousands = Number(digits.replaceAll(separator, '').replace(point, '.'))
    if (!isAmbiguous) return asThousands
    this.#hasAmbiguous = true
    const isThousands = (column.thousands & bit) !== 0 || (column.fractions & ~bit) !== 0
    const isFraction = (column.fractions & bit) !== 0 || (column.thousands & ~bit) !== 0
    if (isThousands && isFraction) return null
    if (isThousands || isFraction) return isThousands ? asThousands : asFraction
    // Some languages write 1234 beside 12.345.
    if (column.ungrouped > 4 || column.ungrouped === digits.length - 1) return kind === 'total' ? null : asFraction
    if (kind === 'abbreviated') return null
    if (separator === ',') return asThousands
    return kind === 'total' ? null : asFraction
  }
}
