import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumbersByText } from '../src/ingest/sqlite/numbers-by-text.ts'

const text = fc.oneof(fc.constantFrom('', 'ä', '😀', '7', '07'), fc.stringMatching(/^[a-d]{1,3}$/))

test('numbers by text are those that were set last, however few may be held', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.nat())), fc.constantFrom(1, 2, 7, 1_000), (entries, mostHeld) => {
      const db = new DatabaseSync(':memory:')
      const numbers = new NumbersByText(db, 'texts', mostHeld)
      const expected = new Map<string, number>()
      for (const [name, number] of entries) {
        expect(numbers.get(name)).toBe(expected.get(name))
        numbers.set(name, number)
        expected.set(name, number)
      }
      for (const [name, number] of expected) expect(numbers.get(name)).toBe(number)
      expect(numbers.get('never set')).toBeUndefined()
      db.close()
    })
  )
})
