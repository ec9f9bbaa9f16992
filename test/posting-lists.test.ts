import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListCursor, seek } from '../src/engines/search/cursor.ts'
import { decade, keyOf, qualityOf } from '../src/engines/search/keys.ts'
import { bytesOfPosting, readPostings, writePosting } from '../src/engines/search/lists.ts'
import { Postings } from '../src/engines/search/postings.ts'

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

describe('changes of lists', () => {
  const documents = fc.uniqueArray(
    fc.record({
      key: fc.oneof(fc.nat(50), fc.nat(greatest)),
      lists: fc.dictionary(fc.oneof(fc.nat(40), fc.nat(2 ** 20)).map(String), fc.nat(63), { maxKeys: 20 })
    }),
    { selector: ({ key }) => key, maxLength: 60 }
  )

  test('come out by list and key, in whatever order documents came', () => {
    fc.assert(
      fc.property(documents, (added) => {
        const postings = new Postings()
        for (const { key, lists } of added) {
          for (const [list, fields] of Object.entries(lists)) postings.add(Number(list), key, fields)
        }
        const expected = new Map<number, Place[]>()
        for (const { key, lists } of added.toSorted((a, b) => a.key - b.key)) {
          for (const [list, fields] of Object.entries(lists)) {
            expected.set(Number(list), [...(expected.get(Number(list)) ?? []), { key, fields }])
          }
        }
        const sorted = [...postings.lists()].map(({ list, changes }) => [
          list,
          changes.keys.map((key, index) => ({ key, fields: changes.fields[index] }))
        ])
        expect(sorted).toEqual([...expected].sort(([a], [b]) => a - b))
      })
    )
  })

  test('of one key come out as they came', () => {
    const postings = new Postings()
    for (const [key, fields] of [
      [7, 0],
      [3, 1],
      [7, 2]
    ] as const) {
      postings.add(5, key, fields)
    }
    expect([...postings.lists()]).toEqual([{ list: 5, changes: { keys: [3, 7, 7], fields: [1, 0, 2] } }])
  })
})

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
