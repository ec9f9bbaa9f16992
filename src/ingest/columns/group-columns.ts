import {
  decodeLists,
  decodeNumbers,
  decodeTexts,
  encodeLists,
  encodeNumbers,
  encodeTexts
} from '../../engines/columnar/chunks.ts'
import { type ColumnTable, groupSize } from '../../engines/columnar/column-store.ts'
import { numberAt, textAt, unknownText } from '../../engines/columnar/decoded-chunks.ts'
import { columnNames } from '../../store/tables/column-chunks.ts'

const listColumns: readonly string[] = ['hashtags']
const textColumns: readonly string[] = ['username', 'niche']

/** Columns of one row group while it is filled. Reused from group to group. */
export class GroupColumns {
  readonly #table: ColumnTable
  readonly #numbers = new Map<string, Float64Array>()
  readonly #texts = new Map<string, (string | null)[]>()
  readonly #lists: number[][] = []
  #rows = 0

  constructor(table: ColumnTable) {
    this.#table = table
    for (const name of columnNames[table]) {
      if (textColumns.includes(name)) this.#texts.set(name, [])
      else if (!listColumns.includes(name)) this.#numbers.set(name, new Float64Array(groupSize))
    }
    this.clear()
  }

  /** One more than the last row; 0 without rows. */
  get rows(): number {
    return this.#rows
  }

  clear(): void {
    this.#rows = 0
    // Rows that do not exist are not listed, and their other values are unknown.
    for (const [name, values] of this.#numbers) values.fill(name === 'is_listed' ? 0 : Number.NaN)
    for (const texts of this.#texts.values()) texts.length = 0
    this.#lists.length = 0
  }

  /** Loads a stored chunk. */
  load(name: string, stored: Uint8Array): void {
    if (this.#texts.has(name)) {
      const chunk = decodeTexts(stored)
      for (const [row, place] of chunk.places.entries())
        this.setText(name, row, place === unknownText ? null : textAt(chunk, place))
      return
    }
    if (listColumns.includes(name)) {
      const { rows, keys, starts, rowsOf } = decodeLists(stored)
      while (this.#lists.length < rows) this.#lists.push([])
      for (const [place, key] of keys.entries())
        for (const row of rowsOf.subarray(starts[place], starts[place + 1])) this.#lists[row]?.push(key)
      return
    }
    const chunk = decodeNumbers(stored)
    for (let row = 0; row < chunk.rows; row += 1) this.setNumber(name, row, numberAt(chunk, row))
  }

  /** Clears the values of a row. */
  clearRow(row: number): void {
    for (const [name, values] of this.#numbers) values[row] = name === 'is_listed' ? 0 : Number.NaN
    for (const texts of this.#texts.values()) if (row < texts.length) texts[row] = null
    if (row < this.#lists.length) this.#lists[row] = []
  }

  isListed(row: number): boolean {
    return this.#numbers.get('is_listed')?.[row] === 1
  }

  setNumber(name: string, row: number, value: number): void {
    const values = this.#numbers.get(name)
    if (values === undefined) throw new RangeError(`${this.#table} have no column ${name}`)
    values[row] = value
    if (row >= this.#rows) this.#rows = row + 1
  }

  setText(name: string, row: number, value: unknown): void {
    const texts = this.#texts.get(name)
    if (texts === undefined) throw new RangeError(`${this.#table} have no column ${name}`)
    while (texts.length <= row) texts.push(null)
    texts[row] = typeof value === 'string' ? value : null
  }

  /** Adds a hashtag to a row. Rows that are not listed have none. */
  addHashtag(row: number, hashtag: number): void {
    if (!this.isListed(row)) return
    while (this.#lists.length <= row) this.#lists.push([])
    this.#lists[row]?.push(hashtag)
  }

  /** Sets the search key of a row; ignores rows that do not exist. */
  setSearchKey(row: number, key: number): void {
    if (row < this.#rows) this.setNumber('search_key', row, key)
  }

  chunk(name: string): Uint8Array {
    const numbers = this.#numbers.get(name)
    if (numbers !== undefined) return encodeNumbers(numbers.subarray(0, this.#rows))
    const texts = this.#texts.get(name)
    if (texts !== undefined) {
      while (texts.length < this.#rows) texts.push(null)
      return encodeTexts(texts)
    }
    while (this.#lists.length < this.#rows) this.#lists.push([])
    return encodeLists(this.#lists)
  }
}
