import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListCursor, seek } from '../src/engines/search/cursor.ts'
import { decade, keyOf, qualityOf } from '../src/engines/search/keys.ts'
import { bytesOfPosting, readPostings, writePosting } from '../src/engines/search/lists.ts'

type Place = { key: number; fields: number }

const greatest = 4_095 * 2 ** 32 + 2 ** 32 - 1

/** Close and far, of few qualities and of many. */
const places = fc
  .uniqueArray(
    fc.record({
      key: fc.oneof(
        fc.nat(2_000),
        fc.nat(greatest),
        fc.tuple(fc.nat(3), fc.nat(2 ** 32 - 1)).map(([rank, pk]) => rank * 2 ** 32 + pk),
        fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, greatest)
      ),
      fields: fc.integer({ min: 1, max: 255 })
    }),
    { selector: ({ key }) => key, maxLength: 300 }
  )
  .map((found) => found.sort((a, b) => a.key - b.key))

const write = (list: readonly Place[]): Uint8Array => {
  const bytes = new Uint8Array(list.length * bytesOfPosting)
  let end = 0
  let before = -1
  for (const { key, fields } of list) {
    end = writePosting(bytes, end, before, key, fields)
    before = key
  }
  return bytes.subarray(0, end)
}

describe('a piece of a list', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(places, (list) => {
        const { keys, fields } = readPostings(write(list))
        expect(keys.map((key, index) => ({ key, fields: fields[index] }))).toEqual(list)
      })
    )
  })

  test('finds what walking from place to place finds, forwards, for some fields', () => {
    fc.assert(
      fc.property(places, fc.array(fc.nat(greatest)), fc.integer({ min: 1, max: 255 }), (list, others, fields) => {
        const cursor = new ListCursor(1, 1)
        cursor.take({ name: '', ...readPostings(write(list)), isLast: true, from: 0, to: Number.POSITIVE_INFINITY })
        const keys = [...others, ...list.slice(0, 9).flatMap(({ key }) => [key, key + 1])].sort((a, b) => a - b)
        for (const key of keys) {
          const expected = list.find((place) => place.key >= key && (place.fields & fields) !== 0)
          expect(seek([cursor], key, fields, [])).toBe(expected?.key ?? Number.POSITIVE_INFINITY)
          expect(cursor.fields[cursor.at]).toBe(expected?.fields)
        }
      })
    )
  })

  test('ends, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { keys, fields } = readPostings(bytes)
        expect(keys.length).toBe(fields.length)
      })
    )
  })
})

describe('a key', () => {
  test('leads back to the thing and its quality, the better ones first', () => {
    const pk = fc.nat(2 ** 32 - 1)
    const quality = fc.double({ min: -1, max: 30, noNaN: true })
    fc.assert(
      fc.property(pk, quality, pk, quality, (one, well, other, better) => {
        const key = keyOf(well, one)
        expect(Number.isSafeInteger(key)).toBe(true)
        expect(key % 2 ** 32).toBe(one)
        expect(qualityOf(key)).toBeCloseTo(Math.max(0, Math.min(4_095 / decade, well)), 1)
        if (better - Math.max(0, well) > 1 / decade && well < 25) expect(keyOf(better, other)).toBeLessThan(key)
      })
    )
  })
})
