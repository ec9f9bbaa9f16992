import { groupSize } from './column-store.ts'
import type { ListChunk, NumberChunk, TextChunk } from './decoded-chunks.ts'
import { unknownText } from './decoded-chunks.ts'
import { insideDense, insideSparse, integersDense, integersSparse } from './range-loops.ts'
import type { NumberSet, RowSet } from './row-set.ts'

/**
 * Rows of one row group in ascending order, narrowed in place by one condition after another. While all rows up to `length` are selected, no
 * row numbers are written (`isDense`). The loops neither allocate nor call; each exists for dense and for sparse selections.
 */
export class Selection {
  readonly rows = new Uint16Array(groupSize)
  length = 0
  isDense = true

  /** Selects the rows from 0 up to before this one. */
  all(rows: number): void {
    this.length = rows
    this.isDense = true
  }

  none(): void {
    this.length = 0
    this.isDense = false
  }

  /** Selects these rows, which ascend. */
  only(rows: ArrayLike<number>): void {
    this.rows.set(rows)
    this.length = rows.length
    this.isDense = false
  }

  copy(other: Selection): void {
    this.length = other.length
    this.isDense = other.isDense
    if (!other.isDense) this.rows.set(other.rows.subarray(0, other.length))
  }

  #keep(length: number): void {
    this.length = length
    this.isDense = false
  }

  /** The selected row numbers, written also for a dense selection. */
  written(): Uint16Array {
    if (this.isDense) {
      const { rows, length } = this
      for (let row = 0; row < length; row++) rows[row] = row
      this.isDense = false
    }
    return this.rows.subarray(0, this.length)
  }

  /** Keeps rows with a known number from `min` to `max`. `isRare`: few rows are expected to have one. */
  toRange({ range, values }: NumberChunk, min: number, max: number, isRare = false): void {
    if (min <= range.min && max >= range.max && !range.hasUnknown) return
    // Unknown integers are larger than all known ones.
    const most = Math.min(max, range.max)
    // If all rows have one known number, it is outside.
    if (values === null || most < range.min || min > range.max) this.none()
    else if (!(values instanceof Float64Array) && most < 2 ** 31) {
      // As 32-bit integers, unknown numbers are negative or beyond the range.
      const [low, high] = [Math.ceil(Math.max(0, min)), Math.floor(most)]
      if (this.isDense) this.#keep(integersDense(values, this.length, low, high, this.rows, isRare))
      else this.#keep(integersSparse(values, this.length, low, high, this.rows))
    } else if (this.isDense) this.#keep(insideDense(values, this.length, min, most, this.rows))
    else this.#keep(insideSparse(values, this.length, min, most, this.rows))
  }

  /** Keeps rows with a known number below `min` or above `max`. */
  outsideRange(chunk: NumberChunk, min: number, max: number): void {
    const { range, values } = chunk
    if (max < range.min || min > range.max) {
      this.toRange(chunk, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      return
    }
    // If all rows have one known number, it is inside.
    if (values === null || (min <= range.min && max >= range.max)) {
      this.none()
      return
    }
    const { rows, length, isDense } = this
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      const value = values[row] ?? Number.NaN
      if (value < min || (value > max && value <= range.max)) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows whose number is in the set; with `not`, all others, those without a number included. */
  toMembers(chunk: NumberChunk, set: RowSet, not: boolean): void {
    const { values, range } = chunk
    if (values === null) {
      const isIn = !range.hasUnknown && set.has(chunk.constant)
      if (isIn === not) this.none()
      return
    }
    const { rows, length, isDense } = this
    const { bits } = set
    const words = bits.length
    const { unknown } = chunk
    const wanted = not ? 0 : 1
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      const value = values[row] ?? unknown
      const word = value === unknown || Number.isNaN(value) ? words : value >>> 5
      const bit = word < words ? ((bits[word] ?? 0) >>> (value & 31)) & 1 : 0
      if (bit === wanted) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows whose number is in the set; with `not`, all others, those without a number included. */
  toNumbers(chunk: NumberChunk, set: NumberSet, not: boolean): void {
    const { rows, length, isDense } = this
    const { values } = chunk
    const { bits, bitMask } = set
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      const value = values === null ? chunk.constant : (values[row] ?? Number.NaN)
      // One bit suffices to reject most numbers.
      const bit = value & bitMask
      const isIn = (((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1 && set.has(value)
      if (isIn !== not) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows that are in the set themselves. `first`: the row of the table that row 0 of the group is. */
  toRows(first: number, set: RowSet, not: boolean): void {
    const { rows, length, isDense } = this
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      if (set.has(first + row) !== not) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows with one of the texts; with `not`, with another. `marks`: 1 at the places of these texts. */
  toTexts({ places }: TextChunk, marks: Uint8Array, not: boolean): void {
    const { rows, length, isDense } = this
    const wanted = not ? 0 : 1
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      const place = places[row] ?? unknownText
      if (place !== unknownText && marks[place] === wanted) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows with a text from one place to another. */
  toPlaces({ places }: TextChunk, from: number, to: number): void {
    if (this.isDense) this.#keep(insideDense(places, this.length, from, to, this.rows))
    else this.#keep(insideSparse(places, this.length, from, to, this.rows))
  }

  /** Keeps rows that are marked with 1; with `not`, all others. */
  toMarked(marks: Uint8Array, not: boolean): void {
    const { rows, length, isDense } = this
    const wanted = not ? 0 : 1
    let count = 0
    for (let at = 0; at < length; at++) {
      const row = isDense ? at : (rows[at] ?? 0)
      if (marks[row] === wanted) rows[count++] = row
    }
    this.#keep(count)
  }

  /** Keeps rows that carry one of the keys, given by their places in the chunk; with `not`, all others. */
  toCarriers({ starts, rowsOf }: ListChunk, places: readonly number[], not: boolean): void {
    const [first = 0] = places
    if (places.length === 0) {
      if (!not) this.none()
      return
    }
    if (this.isDense && !not && places.length === 1) {
      this.only(rowsOf.subarray(starts[first], starts[first + 1]))
      return
    }
    for (const place of places) setMarks(rowsOf, starts[place] ?? 0, starts[place + 1] ?? 0, 1)
    this.toMarked(carrierMarks, not)
    for (const place of places) setMarks(rowsOf, starts[place] ?? 0, starts[place + 1] ?? 0, 0)
  }
}

/** Marks of `toCarriers`, all 0 between calls. */
const carrierMarks = new Uint8Array(groupSize)

const setMarks = (rowsOf: Uint16Array, start: number, end: number, mark: number): void => {
  for (let at = start; at < end; at++) carrierMarks[rowsOf[at] ?? 0] = mark
}
