export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Range of the known numbers of a chunk. Without any, `min` is Infinity and `max` is -Infinity. */
export type ChunkRange = {
  readonly min: number
  readonly max: number
  readonly hasUnknown: boolean
  /** Sum of the numbers; for a flag, the number of rows that have it. */
  readonly sum: number
}

/**
 * Numbers of the rows of a group, in their order. `unknown` represents an unknown number: the largest value of an integer type, NaN in a
 * Float64Array. If all rows have the same value, or all are unknown (NaN), `values` is null and `constant` is that value.
 */
export type NumberChunk = { readonly rows: number; readonly range: ChunkRange } & (
  | { readonly values: null; readonly constant: number }
  | { readonly values: NumberArray; readonly unknown: number }
)

/** Rows by the keys that they carry: rows `rowsOf[starts[i]]` up to before `rowsOf[starts[i + 1]]` carry `keys[i]`. Keys and rows ascend. */
export type ListChunk = {
  readonly rows: number
  readonly keys: Uint32Array
  readonly starts: Uint32Array
  readonly rowsOf: Uint16Array
}

/** The place of an unknown text in `TextChunk.places`. */
export const unknownText = 0xffff

/** The distinct texts of a group in the order of their UTF-8 bytes, and the place among them that each row has. */
export type TextChunk = {
  readonly rows: number
  readonly places: Uint16Array
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
}

export type Chunk = NumberChunk | ListChunk | TextChunk

/** A chunk with one number, or NaN, in all rows. */
export const ofConstant = (rows: number, constant: number): NumberChunk => {
  const isKnown = rows > 0 && !Number.isNaN(constant)
  const range = {
    min: isKnown ? constant : Number.POSITIVE_INFINITY,
    max: isKnown ? constant : Number.NEGATIVE_INFINITY,
    hasUnknown: !isKnown,
    sum: isKnown ? constant * rows : 0
  }
  return { rows, range, values: null, constant }
}

/** A chunk with a number, or `unknown`, in each row. */
export const ofValues = (rows: number, values: NumberArray, unknown: number): NumberChunk => {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  let hasUnknown = false
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? unknown
    if (value === unknown || Number.isNaN(value)) {
      hasUnknown = true
      continue
    }
    if (value < min) min = value
    if (value > max) max = value
    sum += value
  }
  return { rows, range: { min, max, hasUnknown, sum }, values, unknown }
}

/** A chunk with any number of keys a row, unsigned integers below 2^32; a key that is given twice counts once. */
export const ofLists = (lists: readonly (readonly number[])[]): ListChunk => {
  const rowsByKey = new Map<number, number[]>()
  let pairs = 0
  for (const [row, keys] of lists.entries()) {
    for (const key of keys) {
      if (key >>> 0 !== key) throw new RangeError('Keys of lists are unsigned integers of 32 bits.')
      const rows = rowsByKey.get(key)
      if (rows === undefined) rowsByKey.set(key, [row])
      else if (rows.at(-1) !== row) rows.push(row)
      else continue
      pairs += 1
    }
  }
  const keys = Uint32Array.from(rowsByKey.keys()).sort()
  const starts = new Uint32Array(keys.length + 1)
  const rowsOf = new Uint16Array(pairs)
  let next = 0
  for (const [place, key] of keys.entries()) {
    const rows = rowsByKey.get(key) ?? []
    rowsOf.set(rows, next)
    next += rows.length
    starts[place + 1] = next
  }
  return { rows: lists.length, keys, starts, rowsOf }
}

/** NaN where unknown. */
export const numberAt = (chunk: NumberChunk, row: number): number => {
  if (chunk.values === null) return chunk.constant
  const value = chunk.values[row] ?? Number.NaN
  return value === chunk.unknown ? Number.NaN : value
}

/** Copies the numbers of these rows, NaN where unknown. */
export const copyNumbers = (chunk: NumberChunk, rows: Uint16Array, copy: Float64Array): void => {
  if (chunk.values === null) {
    copy.fill(chunk.constant, 0, rows.length)
    return
  }
  const { values, unknown } = chunk
  for (let at = 0; at < rows.length; at++) {
    const value = values[rows[at] ?? 0] ?? unknown
    copy[at] = value === unknown ? Number.NaN : value
  }
}

/** Number of distinct texts. */
export const textCount = ({ starts }: TextChunk): number => starts.length - 1

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const textBytesAt = ({ starts, bytes }: TextChunk, place: number): Uint8Array =>
  bytes.subarray(starts[place], starts[place + 1])

export const textAt = (chunk: TextChunk, place: number): string => utf8.decode(textBytesAt(chunk, place))

/** Place of the first text that is not before this one. */
export const placeOfText = (chunk: TextChunk, text: Uint8Array): number => {
  let low = 0
  let high = textCount(chunk)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(textBytesAt(chunk, middle), text) < 0) low = middle + 1
    else high = middle
  }
  return low
}
