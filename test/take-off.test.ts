import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepsOf, takeOffOf } from '../src/surfaces/explorer/parts/take-off.ts'
import { daysOf } from './use-days.ts'

const day = 86_400_000
const began = Date.UTC(2025, 0, 1)

/** `count` moments, evenly over a time. */
const evenly = (count: number, from: number, ms: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((index + 0.5) * ms) / count)

describe('the day on which use took off', () => {
  const takeOffOfTimes = (...times: readonly number[][]) => takeOffOf(daysOf(times.flat()))

  test('begins the burst in a quiet time', () => {
    const burst = began + 100 * day
    expect(takeOffOfTimes([began], evenly(40, began, 200 * day), evenly(300, burst, 3 * day))).toMatchObject({
      at: burst,
      before: 1
    })
  })

  test('is the first one where no later week has as many posts as the first', () => {
    expect(takeOffOfTimes(evenly(200, began, 2 * day), evenly(20, began + 2 * day, 100 * day))).toMatchObject({
      at: began,
      before: 0
    })
  })

  test.each([
    ['no post', []],
    ['one post', [began]],
    ['24 posts', evenly(24, began, day)],
    ['even use', evenly(600, began, 400 * day)],
    ['slow growth', Array.from({ length: 600 }, (_, index) => began + 1_400 * day * Math.log2(1 + index / 600))]
  ])('is none for %s', (_, times) => {
    expect(takeOffOfTimes(times)).toBe(null)
  })

  test('is a day with posts, holds what the rule says, and moves with the posts', () => {
    const someTimes = fc.array(fc.integer({ min: began, max: began + 90 * day - 1 }), { maxLength: 300 })
    fc.assert(
      fc.property(someTimes, fc.nat(60), fc.nat(200), fc.nat(1_000), (times, start, size, later) => {
        const all = [...times, ...evenly(size, began + start * day, day)]
        const found = takeOffOfTimes(all)
        const moved = takeOffOfTimes(all.map((time) => time + later * day))
        expect(moved).toEqual(found && { ...found, at: found.at + later * day })
        if (found === null) return
        expect(daysOf(all).map(({ at }) => Date.parse(at))).toContain(found.at)
        expect(found.after).toBeGreaterThanOrEqual(Math.max(25, 3 * found.before))
      })
    )
  })
})

describe('the steps of a chart', () => {
  test.each([
    ['day', 60],
    ['week', 700],
    ['month', 2_000]
  ] as const)('are of a %s where posts span %i days, and hold every post once', (name, days) => {
    const times = evenly(500, began, days * day)
    const { name: found, steps } = stepsOf(daysOf(times))
    expect(found).toBe(name)
    expect(steps.length).toBeLessThan(150)
    for (const { start, end, count, plays } of steps) {
      expect(count).toBe(times.filter((at) => at >= start && at < end).length)
      expect(plays).toBe(10 * count)
      if (name === 'week') expect(new Date(start).getUTCDay()).toBe(1)
      if (name === 'month') expect(new Date(start).getUTCDate()).toBe(1)
    }
    expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(500)
  })
})
