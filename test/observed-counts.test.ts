import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observedCount } from '../src/engines/history/observed-count.ts'

/** Units that pages write, and decimals that they show of them. */
const writings = [
  { units: [1e3, 1e6, 1e9], decimals: 0 },
  { units: [1e3, 1e6, 1e9], decimals: 1 },
  { units: [1e3, 1e6, 1e9], decimals: 2 },
  { units: [1e4, 1e8], decimals: 1 }
]

/** The number that a page's text stands for. */
const shown = (count: number, { units, decimals }: (typeof writings)[number], isCutOff: boolean): number => {
  const unit = units.findLast((unit) => unit <= count)
  if (unit === undefined) return count
  const step = unit / 10 ** decimals
  return (isCutOff ? Math.floor(count / step) : Math.round(count / step)) * step
}

test('a rounded count was between its bounds, however a page wrote it', () => {
  const anyCount = fc.oneof(
    fc.nat(2_000),
    fc.nat(2_000_000),
    fc.nat(2_000_000_000),
    fc.nat(99).map((n) => n * 1e6)
  )
  fc.assert(
    fc.property(anyCount, fc.constantFrom(...writings), fc.boolean(), (count, writing, isCutOff) => {
      const value = shown(count, writing, isCutOff)
      const point = {
        ...{ at: 0, observedAt: 0, source: null, counts: [value] },
        rounded: 1,
        negative: 0,
        interpolated: 0
      }
      const observed = observedCount(point, 0)
      expect(observed).toMatchObject({ value, kind: 'ROUNDED' })
      expect(observed?.low).toBeGreaterThanOrEqual(0)
      expect(observed?.low).toBeLessThanOrEqual(count)
      expect(observed?.high).toBeGreaterThanOrEqual(count)
      // And no wider than a few times of what it says.
      expect(Number(observed?.high)).toBeLessThanOrEqual(Math.max(1, value * 2))
    }),
    { numRuns: 5_000 }
  )
})
