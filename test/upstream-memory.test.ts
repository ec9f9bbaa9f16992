import { expect, test } from 'vitest'
import { searchDistinct } from './campaign/memory.ts'

test('100,000 distinct keywords stay within the bound of the memory cache, by its estimate and in fact', async () => {
  const bound = 32 * 1024 * 1024
  const { bytes, heap } = await searchDistinct(100_000, bound)
  expect(bytes).toBeLessThanOrEqual(bound)
  expect(bytes).toBeGreaterThan(bound * 0.9)
  expect(heap).toBeLessThanOrEqual(bound)
})
