import { groupSize } from './column-store.ts'
import {
  type ListChunk,
  type NumberArray,
  type NumberChunk,
  ofConstant,
  ofLists,
  ofValues,
  type TextChunk,
  unknownText
} from './decoded-chunks.ts'

/**
 * Chunks as stored: one column of one row group. A header of 8 bytes, then little-endian arrays that begin at multiples of their element size,
 * so that decoding needs no copy. Byte 0 and 1 identify the format, byte 2 is the layout, bytes 4 and 5 are the number of rows.
 */
const mark = 0xcc
const version = 1
const headerBytes = 8

/** Layouts: one value for all rows, an array of numbers, a list of numbers a row, or a text a row. */
const layouts = { constant: 0, uint8: 1, uint16: 2, uint32: 3, float64: 4, lists: 5, texts: 6 } as const
const layoutNumbers = new Set<number>(Object.values(layouts))

/** Thrown for bytes that are no chunk, or one of another layout. A data set with such a chunk is damaged. */
export class DamagedChunk extends Error {
  constructor(reason: string) {
    super(`A column chunk is damaged: ${reason}.`)
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Allocates a chunk of zeros and writes its header. It does not use the pool of small buffers, because arrays in it must be aligned. */
const newChunk = (layout: number, rows: number, dataBytes: number): Uint8Array<ArrayBuffer> => {
  if (!isLittleEndian) throw new Error('Column chunks need a little-endian machine.')
  if (rows > groupSize) throw new RangeError(`A row group has at most ${groupSize} rows.`)
  const chunk = new Uint8Array(headerBytes + dataBytes)
  chunk.set([mark, version, layout, 0, rows & 0xff, rows >> 8])
  return chunk
}

type IntegerType = {
  readonly layout: number
  readonly bytes: number
  readonly over: (buffer: ArrayBufferLike, offset: number, length: number) => NumberArray
  readonly unknown: number
}
const integerTypes: readonly IntegerType[] = [
  { layout: layouts.uint8, bytes: 1, over: (...at) => new Uint8Array(...at), unknown: 0xff },
  { layout: layouts.uint16, bytes: 2, over: (...at) => new Uint16Array(...at), unknown: 0xffff },
  { layout: layouts.uint32, bytes: 4, over: (...at) => new Uint32Array(...at), unknown: 0xffff_ffff }
]

/** Encodes one number a row, for all rows of a group in their order; NaN is unknown. Uses the smallest type that holds all numbers. */
export const encodeNumbers = (values: Float64Array | readonly number[]): Uint8Array => {
  const [first = Number.NaN] = values
  let isConstant = true
  let isInteger = true
  let largest = 0
  for (const value of values) {
    if (value !== first && !(Number.isNaN(value) && Number.isNaN(first))) isConstant = false
    if (Number.isNaN(value)) continue
    if (!Number.isInteger(value) || value < 0) isInteger = false
    if (value > largest) largest = value
  }
  if (isConstant) {
    const chunk = newChunk(layouts.constant, values.length, 8)
    new Float64Array(chunk.buffer, headerBytes).fill(first)
    return chunk
  }
  const type = isInteger ? integerTypes.find(({ unknown }) => largest < unknown) : undefined
  if (type === undefined) {
    const chunk = newChunk(layouts.float64, values.length, 8 * values.length)
    new Float64Array(chunk.buffer, headerBytes).set(values)
    return chunk
  }
  const { layout, bytes, over, unknown } = type
  const chunk = newChunk(layout, values.length, bytes * values.length)
  const data = over(chunk.buffer, headerBytes, values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    data[row] = Number.isNaN(value) ? unknown : value
  }
  return chunk
}

/** Encodes any number of distinct keys a row, unsigned integers below 2^32, for all rows of a group in their order. */
export const encodeLists = (lists: readonly (readonly number[])[]): Uint8Array => {
  const { keys, starts, rowsOf } = ofLists(lists)
  const chunk = newChunk(layouts.lists, lists.length, listBytes(keys.length, rowsOf.length))
  const arrays = listArrays(chunk, keys.length, rowsOf.length)
  arrays.lengths.set([keys.length, rowsOf.length])
  arrays.keys.set(keys)
  arrays.starts.set(starts)
  arrays.rowsOf.set(rowsOf)
  return chunk
}

const listBytes = (keys: number, pairs: number): number => 8 + 4 * keys + 4 * (keys + 1) + 2 * pairs

const listArrays = ({ buffer, byteOffset }: Uint8Array, keys: number, pairs: number) => {
  const data = byteOffset + headerBytes
  return {
    lengths: new Uint32Array(buffer, data, 2),
    keys: new Uint32Array(buffer, data + 8, keys),
    starts: new Uint32Array(buffer, data + 8 + 4 * keys, keys + 1),
    rowsOf: new Uint16Array(buffer, data + 8 + 4 * keys + 4 * (keys + 1), pairs)
  }
}

/** Encodes one text a row, for all rows of a group in their order; null is unknown. */
export const encodeTexts = (texts: readonly (string | null)[]): Uint8Array => {
  // Replaces unpaired surrogates as UTF-8 does, so that distinct texts stay distinct.
  const whole = texts.map((text) => text?.toWellFormed() ?? null)
  const distinct = [...new Set(whole)].filter((text) => text !== null).map((text) => Buffer.from(text))
  distinct.sort(Buffer.compare)
  const bytes = Buffer.concat(distinct)
  const chunk = newChunk(layouts.texts, texts.length, textBytes(texts.length, distinct.length, bytes.length))
  const { lengths, starts, places, ...arrays } = textArrays(chunk, texts.length, distinct.length, bytes.length)
  lengths.set([distinct.length, bytes.length])
  const placeOf = new Map<string | null, number>([[null, unknownText]])
  let next = 0
  for (const [place, text] of distinct.entries()) {
    placeOf.set(text.toString(), place)
    next += text.length
    starts[place + 1] = next
  }
  for (const [row, text] of whole.entries()) places[row] = placeOf.get(text) ?? unknownText
  arrays.bytes.set(bytes)
  return chunk
}

const textBytes = (rows: number, texts: number, bytes: number): number => 8 + 4 * (texts + 1) + 2 * rows + bytes

const textArrays = ({ buffer, byteOffset }: Uint8Array, rows: number, texts: number, bytes: number) => {
  const data = byteOffset + headerBytes
  const places = data + 8 + 4 * (texts + 1)
  return {
    lengths: new Uint32Array(buffer, data, 2),
    starts: new Uint32Array(buffer, data + 8, texts + 1),
    places: new Uint16Array(buffer, places, rows),
    bytes: new Uint8Array(buffer, places + 2 * rows, bytes)
  }
}

/** Checks the header. Returns the chunk aligned for typed arrays, because databases return slices of larger buffers. */
const opened = (stored: Uint8Array): { chunk: Uint8Array; layout: number; rows: number } => {
  const [first, second, layout = -1, zero, low = 0, high = 0] = stored
  if (stored.length < headerBytes) throw new DamagedChunk('it is too short')
  if (first !== mark || second !== version || zero !== 0 || !layoutNumbers.has(layout)) {
    throw new DamagedChunk('its header is unknown')
  }
  const rows = low + 256 * high
  if (rows > groupSize) throw new DamagedChunk('it has too many rows')
  return { chunk: stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored), layout, rows }
}

const checkLength = (chunk: Uint8Array, dataBytes: number): void => {
  if (chunk.length !== headerBytes + dataBytes) throw new DamagedChunk('its length is wrong')
}

export const decodeNumbers = (stored: Uint8Array): NumberChunk => {
  const { chunk, layout, rows } = opened(stored)
  const { buffer, byteOffset } = chunk
  if (layout === layouts.constant || layout === layouts.float64) {
    const length = layout === layouts.constant ? 1 : rows
    checkLength(chunk, 8 * length)
    const values = new Float64Array(buffer, byteOffset + headerBytes, length)
    if (layout === layouts.float64) return ofValues(rows, values, Number.NaN)
    return ofConstant(rows, values[0] ?? Number.NaN)
  }
  const type = integerTypes.find((candidate) => candidate.layout === layout)
  if (type === undefined) throw new DamagedChunk('it has no numbers')
  checkLength(chunk, type.bytes * rows)
  return ofValues(rows, type.over(buffer, byteOffset + headerBytes, rows), type.unknown)
}

export const decodeLists = (stored: Uint8Array): ListChunk => {
  const { chunk, layout, rows } = opened(stored)
  if (layout !== layouts.lists) throw new DamagedChunk('it has no lists')
  const [keyCount, pairs] = lengthsOf(chunk)
  checkLength(chunk, listBytes(keyCount, pairs))
  const { keys, starts, rowsOf } = listArrays(chunk, keyCount, pairs)
  checkStarts(starts, pairs)
  for (let place = 1; place < keyCount; place++) {
    if ((keys[place] ?? 0) <= (keys[place - 1] ?? 0)) throw new DamagedChunk('its keys do not ascend')
  }
  for (let at = 0; at < pairs; at++) {
    if ((rowsOf[at] ?? 0) >= rows) throw new DamagedChunk('it names a row that it does not have')
  }
  return { rows, keys, starts, rowsOf }
}

export const decodeTexts = (stored: Uint8Array): TextChunk => {
  const { chunk, layout, rows } = opened(stored)
  if (layout !== layouts.texts) throw new DamagedChunk('it has no texts')
  const [textCount, byteCount] = lengthsOf(chunk)
  checkLength(chunk, textBytes(rows, textCount, byteCount))
  const { places, starts, bytes } = textArrays(chunk, rows, textCount, byteCount)
  checkStarts(starts, byteCount)
  for (let row = 0; row < rows; row++) {
    const place = places[row] ?? unknownText
    if (place >= textCount && place !== unknownText) throw new DamagedChunk('it names a text that it does not have')
  }
  return { rows, places, starts, bytes }
}

/** Reads the lengths of the arrays, which are checked together with the length of the chunk. */
const lengthsOf = (chunk: Uint8Array): [number, number] => {
  if (chunk.length < headerBytes + 8) throw new DamagedChunk('it is too short')
  const view = new DataView(chunk.buffer, chunk.byteOffset + headerBytes, 8)
  return [view.getUint32(0, true), view.getUint32(4, true)]
}

const checkStarts = (starts: Uint32Array, end: number): void => {
  let before = 0
  for (const start of starts) {
    if (start < before) throw new DamagedChunk('its parts overlap')
    before = start
  }
  if (starts[0] !== 0 || before !== end) throw new DamagedChunk('its parts do not fill it')
}
