import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf, toByteText } from '../src/core/byte-text.ts'
import { anyText } from './any-text.ts'

test('any text has a character for each of its bytes, and comes back the same, short or long', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(1, 2_000), (part, times) => {
      const text = part.repeat(times)
      const bytes = toByteText(text)
      expect(Buffer.from(bytes, 'latin1').equals(Buffer.from(text))).toBe(true)
      expect(textOf(bytes)).toBe(text.toWellFormed())
    })
  )
})
