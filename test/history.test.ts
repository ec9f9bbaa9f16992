import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeThing, decodeThings, encodeThings, type ThingSamples } from '../src/engines/history/encoding.ts'
import { growthOf } from '../src/engines/history/growth.ts'
import { observedCount } from '../src/engines/history/observed-count.ts'
import { compareSamples, mergeSamples, type Sample } from '../src/engines/history/samples.ts'
import { historyOf } from '../src/engines/history/series.ts'
import type { CountPoint } from '../src/records/count-history.ts'

/** A number as one source gives it: exact, rounded, negative or not at all. */
type Given = { value: number | null; isRounded: boolean; isNegative: boolean }

const exact = (value: number | null): Given => ({ value, isRounded: false, isNegative: false })
const anyGiven = (anyCount: fc.Arbitrary<number>): fc.Arbitrary<Given> =>
  fc.oneof(
    { weight: 6, arbitrary: anyCount.map(exact) },
    anyCount.map((value) => ({ ...exact(value), isRounded: true })),
    fc.constantFrom(exact(null), { ...exact(null), isNegative: true })
  )

const bitsOf = (given: readonly Given[], isSet: (one: Given) => boolean): number =>
  given.reduce((bits, one, index) => (isSet(one) ? bits | (1 << index) : bits), 0)

const marks = (given: readonly Given[]) => ({
  rounded: bitsOf(given, ({ isRounded }) => isRounded),
  negative: bitsOf(given, ({ isNegative }) => isNegative)
})

/** `counts` and `moments`: few make samples meet, many try their range. */
const anySample = (fields: number, counts: fc.Arbitrary<number>, moments: fc.Arbitrary<number>): fc.Arbitrary<Sample> =>
  fc
    .tuple(
      fc.option(moments, { freq: 5 }),
      fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 31 - 1 })),
      fc.array(anyGiven(counts), { minLength: fields, maxLength: fields })
    )
    .map(([at, source, given]) => ({ at, source, values: given.map(({ value }) => value), ...marks(given) }))

const latest = 253_402_300_799
const widely = (fields: number) =>
  fc.array(anySample(fields, fc.maxSafeNat(), fc.nat({ max: latest })), { maxLength: 8 })
const closely = fc.array(anySample(2, fc.nat({ max: 2 }), fc.nat({ max: 4 })), { maxLength: 12 })
const anyFields = fc.integer({ min: 1, max: 8 })

describe('samples as bytes', () => {
  const anyThings: fc.Arbitrary<{ fields: number; things: ThingSamples[] }> = anyFields.chain((fields) =>
    fc
      .uniqueArray(fc.tuple(fc.nat({ max: 4_096 }), widely(fields)), { selector: ([thing]) => thing, maxLength: 5 })
      .map((entries) => ({
        fields,
        things: entries
          .toSorted(([a], [b]) => a - b)
          .map(([thing, samples]) => ({ thing, samples: samples.toSorted(compareSamples) }))
      }))
  )

  test('are the same samples when they are read, all of them or those of one thing', () => {
    fc.assert(
      fc.property(anyThings, fc.nat({ max: 4_096 }), ({ fields, things }, other) => {
        const bytes = encodeThings(things, fields)
        expect(decodeThings(bytes, fields)).toEqual(things)
        for (const { thing, samples } of things) expect(decodeThing(bytes, thing, fields)).toEqual(samples)
        const ofOther = things.find(({ thing }) => thing === other)?.samples ?? []
        expect(decodeThing(bytes, other, fields)).toEqual(ofOther)
      })
    )
  })

  test('take a few bytes where counts stay or grow', () => {
    const day = 86_400
    const plays = (at: number, count: number): Sample => ({
      at: 1_700_000_000 + at * day,
      source: 1,
      values: [count, 100, 20, 5, 3, 1],
      rounded: 0,
      negative: 0
    })
    const flat = Array.from({ length: 100 }, (_, index) => plays(index, 1_000_000))
    const growing = Array.from({ length: 100 }, (_, index) => plays(index, 1_000_000 + index * 5_000))
    expect(encodeThings([{ thing: 1, samples: flat }], 6).length).toBeLessThan(4.5 * 100)
    expect(encodeThings([{ thing: 1, samples: growing }], 6).length).toBeLessThan(12 * 100)
  })
})

describe('merged samples', () => {
  test('are the same in any order, in any parts, however often', () => {
    fc.assert(
      fc.property(closely, closely, closely, (a, b, c) => {
        const all = mergeSamples([...a, ...b, ...c])
        expect(mergeSamples([...c, ...b, ...a])).toEqual(all)
        expect(mergeSamples([...mergeSamples([...a, ...b]), ...c])).toEqual(all)
        expect(mergeSamples([...a, ...mergeSamples([...b, ...c])])).toEqual(all)
        expect(mergeSamples([...all, ...a, ...all])).toEqual(all)
      })
    )
  })

  test('are one a moment and source, each with counts', () => {
    fc.assert(
      fc.property(closely, (samples) => {
        const merged = mergeSamples(samples)
        expect(merged).toEqual(merged.toSorted(compareSamples))
        expect(new Set(merged.map(({ at, source }) => `${at} ${source}`)).size).toBe(merged.length)
        for (const { at, source, values, rounded, negative } of merged) {
          const same = samples.filter((sample) => sample.at === at && sample.source === source)
          values.forEach((value, index) => {
            const bit = 1 << index
            const known = same.filter((sample) => sample.values[index] !== null)
            const ofExact = known.filter((sample) => (sample.rounded & bit) === 0)
            const best = (ofExact.length > 0 ? ofExact : known).map((sample) => sample.values[index] ?? 0)
            expect(value).toBe(best.length > 0 ? Math.max(...best) : null)
            expect((rounded & bit) !== 0).toBe(best.length > 0 && ofExact.length === 0)
            expect((negative & bit) !== 0).toBe(
              best.length === 0 && same.some((sample) => (sample.negative & bit) !== 0)
            )
          })
          expect(negative !== 0 || values.some((value) => value !== null)).toBe(true)
        }
      })
    )
  })
})

describe('a history', () => {
  const nameOf = (source: number) => (source === 0 ? null : `source ${source % 7}`)

  test('does not depend on the order in which samples were merged, nor on the numbers of sources', () => {
    fc.assert(
      fc.property(closely, (samples) => {
        const history = historyOf(mergeSamples(samples), nameOf)
        const inHalves = [...mergeSamples(samples.slice(3)), ...mergeSamples(samples.slice(0, 3))]
        expect(historyOf(mergeSamples(inHalves), nameOf)).toEqual(history)
        const renumbered = samples.map((sample) => ({ ...sample, source: 2 ** 31 - sample.source }))
        expect(historyOf(mergeSamples(renumbered), (source) => nameOf(2 ** 31 - source))).toEqual(history)
      })
    )
  })

  test('has each moment at most once, counts as observed then, and never three equal neighbours', () => {
    fc.assert(
      fc.property(closely, (samples) => {
        const merged = mergeSamples(samples)
        const { points, undated } = historyOf(merged, nameOf)
        expect(undated).toBe(merged.filter(({ at }) => at === null).length)
        expect(points.every(({ at }, index) => index === 0 || at > (points[index - 1]?.at ?? 0))).toBe(true)
        const counts = points.map(({ counts, rounded, negative }) => JSON.stringify([counts, rounded, negative]))
        counts.forEach((own, index) => {
          if (index >= 2) expect(counts[index - 1] === own && counts[index - 2] === own).toBe(false)
        })
        // Every moment is a point, or lies between two points that are equal to it.
        for (const at of new Set(merged.flatMap((sample) => sample.at ?? []))) {
          const ofMoment = merged.filter((sample) => sample.at === at)
          const [joined] = mergeSamples(ofMoment.map((sample) => ({ ...sample, source: 0 })))
          const expected = JSON.stringify([joined?.values, joined?.rounded, joined?.negative])
          const next = points.findIndex((point) => point.at >= at)
          expect(counts[next]).toBe(expected)
          if (points[next]?.at !== at) expect(counts[next - 1]).toBe(expected)
          else {
            const names = ofMoment.map(({ source }) => nameOf(source) ?? '').toSorted()
            expect(points[next].source ?? '').toBe(names.at(-1))
          }
        }
      })
    )
  })
})

describe('growth', () => {
  const anyPoints: fc.Arbitrary<CountPoint[]> = fc
    .uniqueArray(fc.tuple(fc.nat({ max: 40 }), anyGiven(fc.constantFrom(0, 50, 100, 110, 2_000, 2_300))), {
      selector: ([at]) => at,
      maxLength: 10
    })
    .map((entries) =>
      entries
        .toSorted(([a], [b]) => a - b)
        .map(([at, given]) => ({ at, source: null, counts: [given.value], ...marks([given]) }))
    )
  const anySeconds = fc.integer({ min: 1, max: 30 })

  type Known = { at: number; count: number; low: number; high: number }

  const knownOnes = (points: readonly CountPoint[]): Known[] =>
    points.flatMap((point) => {
      const observed = observedCount({ ...point, observedAt: point.at, interpolated: 0 }, 0)
      const { value, low, high } = observed ?? { value: null, low: null, high: null }
      return value === null || low === null || high === null ? [] : [{ at: point.at, count: value, low, high }]
    })

  /** Every moment at which the count is known: observed, or between two observations that equal each other. */
  const everyKnown = (known: readonly Known[]) =>
    known.flatMap((own, index) => {
      const next = known[index + 1]
      if (next === undefined || next.count !== own.count) return [own]
      // In between, as little as is known of either.
      const [low, high] = [Math.min(own.low, next.low), Math.max(own.high, next.high)]
      const between = Array.from({ length: next.at - own.at - 1 }, (_, index) => own.at + 1 + index)
      return [own, ...between.map((at) => ({ ...own, low, high, at }))]
    })

  const nearest = (known: readonly Known[], seconds: number) => {
    const to = known.at(-1)
    const start = (to?.at ?? 0) - seconds
    const [from] = everyKnown(known)
      .filter(({ at }) => Math.abs(at - start) <= seconds / 4)
      .toSorted((a, b) => Math.abs(a.at - start) - Math.abs(b.at - start) || a.at - b.at)
    return to === undefined || from === undefined ? null : { from, to }
  }

  test('is the difference to the count nearest to the begin of the period, at most a quarter of it away', () => {
    fc.assert(
      fc.property(anyPoints, anySeconds, (points, seconds) => {
        const known = knownOnes(points)
        const exact = known.filter(({ low, high }) => low === high)
        const isAsLate = Number(known.at(-1)?.at) - Number(exact.at(-1)?.at) <= seconds / 4
        const ends = (isAsLate ? nearest(exact, seconds) : null) ?? nearest(known, seconds)
        const growth = growthOf(points, 0, seconds)
        if (ends === null || growth === null) {
          expect(growth).toBe(ends)
          return
        }
        const { from, to } = ends
        const absolute = to.count - from.count
        expect(growth).toMatchObject({
          earlier: { at: from.at, count: from.count },
          later: { at: to.at, count: to.count },
          absolute,
          low: to.low - from.high,
          high: to.high - from.low,
          rate: from.count === 0 ? null : absolute / from.count,
          perDay: (absolute * 86_400) / (to.at - from.at)
        })
        // Of all counts that the two may have been, none makes a rate nearer to zero.
        if (from.count === 0) return
        const rates = [from.low, from.count, from.high].flatMap((start) =>
          [to.low, to.count, to.high].map((end) => (end - start) / start)
        )
        const isSure = rates.every((rate) => rate > 0) || rates.every((rate) => rate < 0)
        const least = isSure ? Math.min(...rates.map(Math.abs)) : 0
        expect(Math.abs(growth.leastRate ?? Number.NaN)).toBeCloseTo(least, 12)
      }),
      { examples: [[[], 1]] }
    )
  })
})
