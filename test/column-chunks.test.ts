import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeLists,
  decodeNumbers,
  decodeTexts,
  encodeLists,
  encodeNumbers,
  encodeTexts
} from '../src/engines/columnar/chunks.ts'
import {
  type NumberChunk,
  placeOfText,
  textAt,
  textCount,
  unknownText
} from '../src/engines/columnar/decoded-chunks.ts'

const numbersIn = (chunk: NumberChunk): number[] =>
  chunk.values === null
    ? Array<number>(chunk.rows).fill(chunk.constant)
    : Array.from(chunk.values, (value) => (value === chunk.unknown ? Number.NaN : value))

const listsIn = (stored: Uint8Array): number[][] => {
  const { rows, keys, starts, rowsOf } = decodeLists(stored)
  const lists = Array.from({ length: rows }, (): number[] => [])
  for (const [place, key] of keys.entries()) {
    for (const row of rowsOf.subarray(starts[place], starts[place + 1])) lists[row]?.push(key)
  }
  return lists
}

const textsIn = (stored: Uint8Array): (string | null)[] => {
  const chunk = decodeTexts(stored)
  return Array.from(chunk.places, (place) => (place === unknownText ? null : textAt(chunk, place)))
}

/** The same bytes where no array of them is aligned, as a database may return them. */
const misaligned = (chunk: Uint8Array): Uint8Array => {
  const shifted = new Uint8Array(chunk.length + 1)
  shifted.set(chunk, 1)
  return shifted.subarray(1)
}

const anyNumber = fc.oneof(
  fc.constantFrom(0, 254, 255, 256, 65_534, 65_535, 65_536, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 0.053_217),
  fc.nat(300),
  fc.constant(Number.NaN)
)
const anyList = fc.array(fc.oneof(fc.nat(5), fc.constantFrom(0, 2 ** 32 - 1)), { maxLength: 6 })
const anyText = fc.option(fc.oneof(fc.constantFrom('', 'cooking', 'mira.bakes7'), fc.string({ unit: 'grapheme' })))

describe('a chunk of numbers', () => {
  test('has what was encoded, wherever it lies in memory', () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 60 }), (values) => {
        const chunk = encodeNumbers(values)
        expect(numbersIn(decodeNumbers(chunk))).toEqual(values)
        expect(numbersIn(decodeNumbers(misaligned(chunk)))).toEqual(values)
        expect(encodeNumbers(Float64Array.from(values))).toEqual(chunk)
      })
    )
  })

  test('takes the smallest type', () => {
    const bytesOf = (...values: number[]) => encodeNumbers(values).length - 8
    expect(bytesOf(7, 7, 7, 7)).toBe(8)
    expect(bytesOf(Number.NaN, Number.NaN)).toBe(8)
    expect(bytesOf(0, 254, Number.NaN)).toBe(3)
    expect(bytesOf(0, 255)).toBe(4)
    expect(bytesOf(0, 65_535)).toBe(8)
    expect(bytesOf(0, 2 ** 32 - 1)).toBe(16)
    expect(bytesOf(0, 0.5)).toBe(16)
    expect(bytesOf(0, -1)).toBe(16)
    expect(bytesOf()).toBe(8)
  })

  test('has at most the rows of a group', () => {
    expect(decodeNumbers(encodeNumbers(new Float64Array(4_096))).rows).toBe(4_096)
    expect(() => encodeNumbers(new Float64Array(4_097))).toThrow(RangeError)
  })

  test('is laid over the stored bytes where they are aligned', () => {
    const chunk = encodeNumbers([1, 2, 300])
    expect(decodeNumbers(chunk)).toMatchObject({ values: { buffer: chunk.buffer } })
  })
})

describe('a chunk of lists', () => {
  test('has the distinct keys of each row', () => {
    fc.assert(
      fc.property(fc.array(anyList, { maxLength: 40 }), (lists) => {
        const chunk = encodeLists(lists)
        const distinct = lists.map((keys) => [...new Set(keys)].sort((a, b) => a - b))
        expect(listsIn(chunk)).toEqual(distinct)
        expect(listsIn(misaligned(chunk))).toEqual(distinct)
      })
    )
  })

  test('refuses keys that are no unsigned integers of 32 bits', () => {
    for (const key of [-1, 0.5, 2 ** 32, Number.NaN]) expect(() => encodeLists([[key]])).toThrow(RangeError)
  })
})

describe('a chunk of texts', () => {
  test('has what was encoded, the distinct texts in order', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), (texts) => {
        const stored = encodeTexts(texts)
        expect(textsIn(stored)).toEqual(texts)
        expect(textsIn(misaligned(stored))).toEqual(texts)
        const chunk = decodeTexts(stored)
        const sorted = [...new Set(texts.filter((text) => text !== null))].map((text) => Buffer.from(text))
        sorted.sort(Buffer.compare)
        expect(textCount(chunk)).toBe(sorted.length)
        for (const [place, text] of sorted.entries()) expect(placeOfText(chunk, text)).toBe(place)
      })
    )
  })

  test('finds where a text would be that it does not have', () => {
    const chunk = decodeTexts(encodeTexts(['b', null, 'd', 'b']))
    expect(['', 'a', 'b', 'c', 'd', 'e'].map((text) => placeOfText(chunk, Buffer.from(text)))).toEqual([
      0, 0, 0, 1, 1, 2
    ])
  })

  test('keeps texts with half a surrogate pair readable', () => {
    expect(textsIn(encodeTexts(['\ud83d', '\ud83c', 'a']))).toEqual(['\ufffd', '\ufffd', 'a'])
  })
})

test('damaged and foreign bytes are refused, and nothing is read past their end', () => {
  const chunks = [encodeNumbers([1, 2, 300]), encodeLists([[1, 2], [2]]), encodeTexts(['a', null, 'bc'])]
  const decoders = [decodeNumbers, decodeLists, decodeTexts]
  const damaged = /^A column chunk is damaged: /
  for (const [at, decode] of decoders.entries()) {
    for (const [other, chunk] of chunks.entries()) {
      if (other !== at) expect(() => decode(chunk)).toThrow(damaged)
    }
    const chunk = chunks[at] ?? new Uint8Array()
    for (let end = 0; end < chunk.length; end++) expect(() => decode(chunk.subarray(0, end))).toThrow(damaged)
    expect(() => decode(Uint8Array.of(...chunk, 0))).toThrow(damaged)
  }
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2), fc.nat(), fc.nat(255), (at, where, value) => {
      const chunk = chunks[at]?.slice() ?? new Uint8Array()
      chunk[where % chunk.length] = value
      try {
        numbersIn(decodeNumbers(chunk))
        listsIn(chunk)
        textsIn(chunk)
      } catch (error) {
        expect(String(error)).toMatch(/^Error: A column chunk is damaged: /)
      }
    })
  )
})
