import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberedWords } from '../src/engines/search/numbered-words.ts'

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 64 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '베'), maxLength: 6 })
)

test('each word has the number it came as first, and each number its word', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5_000, size: 'max' }), (words) => {
      const numbered = new NumberedWords()
      const expected = new Map<string, number>()
      const numbers = words.map((each) => {
        if (!expected.has(each)) expected.set(each, expected.size)
        return numbered.numberOf(each)
      })
      expect(numbers).toEqual(words.map((each) => expected.get(each)))
      expect(numbered.size).toBe(expected.size)
      expect([...expected.values()].map((number) => numbered.wordOf(number))).toEqual([...expected.keys()])
    }),
    { numRuns: 20 }
  )
})
