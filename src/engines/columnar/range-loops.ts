import type { NumberArray } from './decoded-chunks.ts'

/**
 * Loops that write the rows with a number in a range, and return how many. They are most of the work of a filter. A loop over one kind of array
 * takes about half the time of one over several kinds, so loops over all rows of a group exist once for each kind.
 *
 * The sign bit of `(value - min) | (max - value)` is 1 for integers outside. Adding its complement has no branch, which would be mispredicted
 * where about half of the rows are kept.
 */

export type IntegerArray = Exclude<NumberArray, Float64Array>

type Loop<A extends NumberArray> = (values: A, length: number, min: number, max: number, rows: Uint16Array) => number

const uint8Dense: Loop<Uint8Array> = (values, length, min, max, rows) => {
  let count = 0
  for (let row = 0; row < length; row++) {
    const value = values[row] ?? 0
    rows[count] = row
    count += 1 - (((value - min) | (max - value)) >>> 31)
  }
  return count
}

const uint16Dense: Loop<Uint16Array> = (values, length, min, max, rows) => {
  let count = 0
  for (let row = 0; row < length; row++) {
    const value = values[row] ?? 0
    rows[count] = row
    count += 1 - (((value - min) | (max - value)) >>> 31)
  }
  return count
}

const uint32Dense: Loop<Uint32Array> = (values, length, min, max, rows) => {
  let count = 0
  for (let row = 0; row < length; row++) {
    const value = (values[row] ?? 0) | 0
    rows[count] = row
    count += 1 - (((value - min) | (max - value)) >>> 31)
  }
  return count
}

/** For ranges with few rows: one branch skips four rows that are all outside. */
const uint32Rare: Loop<Uint32Array> = (values, length, min, max, rows) => {
  let count = 0
  const end = length - (length % 4)
  for (let row = 0; row < end; row += 4) {
    const a = (values[row] ?? 0) | 0
    const b = (values[row + 1] ?? 0) | 0
    const c = (values[row + 2] ?? 0) | 0
    const d = (values[row + 3] ?? 0) | 0
    const outsideA = (a - min) | (max - a)
    const outsideB = (b - min) | (max - b)
    const outsideC = (c - min) | (max - c)
    const outsideD = (d - min) | (max - d)
    if ((outsideA & outsideB & outsideC & outsideD) < 0) continue
    if (outsideA >= 0) rows[count++] = row
    if (outsideB >= 0) rows[count++] = row + 1
    if (outsideC >= 0) rows[count++] = row + 2
    if (outsideD >= 0) rows[count++] = row + 3
  }
  for (let row = end; row < length; row++) {
    const value = (values[row] ?? 0) | 0
    if (((value - min) | (max - value)) >= 0) rows[count++] = row
  }
  return count
}

/** For rows from 0 up to before `length`. `min` and `max` are included and below 2^31; larger integers, such as unknown ones, are outside. */
export const integersDense = (
  values: IntegerArray,
  length: number,
  min: number,
  max: number,
  rows: Uint16Array,
  isRare: boolean
): number => {
  if (values instanceof Uint8Array) return uint8Dense(values, length, min, max, rows)
  if (values instanceof Uint16Array) return uint16Dense(values, length, min, max, rows)
  return isRare ? uint32Rare(values, length, min, max, rows) : uint32Dense(values, length, min, max, rows)
}

/** For the already selected rows. */
export const integersSparse: Loop<IntegerArray> = (values, length, min, max, rows) => {
  let count = 0
  for (let at = 0; at < length; at++) {
    const row = rows[at] ?? 0
    const value = (values[row] ?? 0) | 0
    rows[count] = row
    count += 1 - (((value - min) | (max - value)) >>> 31)
  }
  return count
}

/** For any numbers. */
export const insideDense: Loop<NumberArray> = (values, length, min, max, rows) => {
  let count = 0
  for (let row = 0; row < length; row++) {
    const value = values[row] ?? Number.NaN
    if (value >= min && value <= max) rows[count++] = row
  }
  return count
}

export const insideSparse: Loop<NumberArray> = (values, length, min, max, rows) => {
  let count = 0
  for (let at = 0; at < length; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value >= min && value <= max) rows[count++] = row
  }
  return count
}
