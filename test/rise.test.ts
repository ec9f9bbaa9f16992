import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRise } from '../src/explorer/timeline/rise.ts'

const hour = 3_600_000
const day = 24 * hour
const week = 7 * day
const began = Date.UTC(2025, 0, 1)

/** `count` moments, evenly over a time. */
const evenly = (count: number, from: number, ms: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((index + 0.5) * ms) / count)

const inOrder = (...times: readonly number[][]): number[] => times.flat().sort((a, b) => a - b)

describe('the moment a sound took off', () => {
  test('is the beginning of the burst in a quiet life', () => {
    const burst = began + 100 * day
    const times = inOrder([began], evenly(50, began, 200 * day), evenly(300, burst, 3 * day))
    const found = findRise(times)
    expect(found).toMatchObject({ kind: 'rise', period: 'week' })
    if (found.kind !== 'rise') return
    expect(Math.abs(found.at - burst)).toBeLessThan(day)
    expect(found.after).toBeGreaterThanOrEqual(300)
    expect(found.before).toBeLessThan(5)
  })

  test('is told by days and hours in a short life, and by hours and minutes in a shorter one', () => {
    const inDays = findRise(inOrder(evenly(10, began, 10 * day), evenly(200, began + 5 * day, 2 * hour)))
    expect(inDays).toMatchObject({ kind: 'rise', period: 'day' })
    const inHours = findRise(inOrder(evenly(10, began, 10 * hour), evenly(200, began + 5 * hour, hour / 2)))
    expect(inHours).toMatchObject({ kind: 'rise', period: 'hour' })
  })

  test('is its first post where no later week has as many posts as the first', () => {
    const times = inOrder(evenly(200, began, 2 * day), evenly(20, began + 2 * day, 100 * day))
    expect(findRise(times)).toMatchObject({ kind: 'at once', at: times[0], period: 'week' })
  })

  test('is not there for no post, for one, and for many of one second', () => {
    for (const times of [[], [began], Array.from({ length: 1_000 }, () => began)]) {
      expect(findRise(times)).toEqual({ kind: 'none', period: null })
    }
  })

  test('is not there where use grows slowly', () => {
    const times = Array.from({ length: 600 }, (_, index) => began + 200 * week * Math.log2(1 + index / 600))
    expect(findRise(times)).toEqual({ kind: 'none', period: 'week' })
  })

  const someTimes = fc
    .array(fc.integer({ min: began, max: began + 90 * day }), { maxLength: 400 })
    .map((times) => inOrder(times))

  test('is the time of a post, and holds what the rule says', () => {
    fc.assert(
      fc.property(someTimes, fc.integer({ min: 0, max: 60 }), fc.nat(200), (times, start, size) => {
        const all = inOrder(times, evenly(size, began + start * day, day))
        const found = findRise(all)
        if (found.kind === 'none') return
        expect(all).toContain(found.at)
        if (found.kind === 'rise') {
          expect(found.after).toBeGreaterThanOrEqual(3 * found.before)
          expect(found.after).toBeGreaterThanOrEqual(25)
          expect(found.at).toBeGreaterThan(all[0] ?? 0)
        }
      })
    )
  })

  test('moves with the life it is in', () => {
    fc.assert(
      fc.property(someTimes, fc.integer({ min: -1_000, max: 1_000 }), (times, days) => {
        const moved = findRise(times.map((time) => time + days * day))
        const found = findRise(times)
        expect(moved).toEqual(found.kind === 'none' ? found : { ...found, at: found.at + days * day })
      })
    )
  })

  test('is never made of fewer than 25 posts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: began, max: began + 400 * day }), { maxLength: 24 }), (times) => {
        expect(findRise(inOrder(times)).kind).toBe('none')
      })
    )
  })

  test('is seldom made of chance: of 400 lives of even use at random times hardly one has it', () => {
    const random = (seed: number) => () => {
      // mulberry32, so that the lives are the same in every run
      seed = (seed + 0x6d2b79f5) | 0
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
    const lives = Array.from({ length: 400 }, (_, seed) => {
      const next = random(seed)
      return inOrder(Array.from({ length: 20 + (seed % 40) * 40 }, () => began + next() * 100 * week))
    })
    expect(lives.filter((times) => findRise(times).kind === 'rise').length).toBeLessThan(3)
  })
})
