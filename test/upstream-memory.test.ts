import { expect, test } from 'vitest'
import { searchDistinctAlone } from './campaign/memory.ts'

test('40,000 distinct keywords stay within the bound of the memory cache, by its estimate and in fact', async () => {
  const bound = 16 * 1024 * 1024
  const { bytes, heap } = await searchDistinctAlone(40_000, bound)
  expect(bytes).toBeLessThanOrEqual(bound)
  expect(bytes).toBeGreaterThan(bound * 0.9)
  expect(heap).toBeLessThanOrEqual(bound)
})
