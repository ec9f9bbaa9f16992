import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StoredWords } from '../src/ingest/index/stored-words.ts'

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '베', '😀'), maxLength: 5 })
)

test('each word has the number it came as first, and all are told again, however few may be held', () => {
  const most = fc.constantFrom(1, 3, 50, 10_000)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 2_000, size: 'max' }), most, most, (words, mostHeld, mostRecent) => {
      const db = new DatabaseSync(':memory:')
      const stored = new StoredWords(db, 'things', mostHeld, mostRecent)
      const expected = new Map<string, number>()
      const numbers = words.map((each) => {
        if (!expected.has(each)) expected.set(each, expected.size)
        return stored.numberOf(each)
      })
      expect(numbers).toEqual(words.map((each) => expected.get(each)))
      expect(stored.size).toBe(expected.size)
      const held = Array.from({ length: Math.min(mostHeld, stored.size) }, (_, number) => stored.heldOf(number))
      expect([...held, ...stored.others()]).toEqual([...expected.keys()])
      stored.end()
      expect(db.prepare('SELECT name FROM sqlite_temp_master').all()).toEqual([])
      db.close()
    }),
    { numRuns: 30 }
  )
})
