import { expect } from 'vitest'
import { type HistogramBin, histogramOf } from '../src/engines/filters/histogram.ts'
import type { UserFacet } from '../src/engines/filters/query.ts'
import { partnershipTiers } from '../src/records/creator-scorecard.ts'
import type { Distribution } from '../src/records/distribution.ts'
import type { UserSummary } from '../src/records/user-summary.ts'

/** Facets, written plainly. */

/** Method 7 of Hyndman and Fan; interpolated values to 15 digits. */
export const quantile = (sorted: readonly number[], share: number): number => {
  const at = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === high ? low : Number((low + (high - low) * (at - Math.floor(at))).toPrecision(15))
}

/** Checks the distribution of the numbers of a list, of which null is unknown, and its histogram of at most so many bins. */
export const expectDistribution = (
  found: Distribution | null | undefined,
  numbers: readonly (number | null)[],
  bins: number
): void => {
  const sorted = numbers.filter((value) => value !== null).sort((a, b) => a - b)
  const { length } = sorted
  if (length === 0) {
    expect(found).toBeNull()
    return
  }
  expect(found).toMatchObject({
    count: length,
    unknown_count: numbers.length - length,
    min: sorted[0],
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    p90: quantile(sorted, 0.9),
    max: sorted.at(-1)
  })
  const mean = sorted.reduce((sum, value) => sum + value, 0) / length
  expect(Math.abs((found?.mean ?? 0) - mean)).toBeLessThan(1e-5 + mean * 1e-12)
  // Not null: a known number was found.
  expectHistogram(histogramOf(found as Distribution, bins), sorted, bins)
}

const expectHistogram = (histogram: ReturnType<typeof histogramOf>, sorted: readonly number[], bins: number): void => {
  const [first, last] = [histogram.at(0), histogram.at(-1)]
  expect(histogram.length).toBeLessThanOrEqual(bins)
  expect(first?.from).toBeLessThanOrEqual(sorted[0] ?? 0)
  expect(last?.to).toBeGreaterThanOrEqual(sorted.at(-1) ?? 0)
  const isIn = (value: number, { from, to }: HistogramBin) =>
    value >= from && (value < to || (value === to && to === last?.to))
  expect(histogram).toEqual(
    histogram.map((bin, at) => ({
      from: at === 0 ? bin.from : histogram[at - 1]?.to,
      to: bin.to,
      count: sorted.filter((value) => isIn(value, bin)).length
    }))
  )
  expect(histogram.every(({ from, to }) => from < to)).toBe(true)
  expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(sorted.length)
}

/** What a facet needs of a creator; NaN and null are unknown. */
type Creator = {
  readonly niche: string | null
  readonly numbers: Readonly<Record<'tier' | 'followers' | 'engagement_rate' | 'authority_score', number | null>>
}

const knownOr = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/** Checks a facet of a list of creators. */
export const expectUserFacet = (
  found: UserSummary,
  users: readonly Creator[],
  facet: UserFacet,
  bins: number
): void => {
  const empty = {
    count: null,
    tiers: null,
    niches: null,
    followers: null,
    engagement_rate: null,
    authority_score: null
  }
  expect({ ...found, [facet.kind]: null }).toEqual(empty)
  if (facet.kind === 'count') expect(found.count).toBe(users.length)
  else if (facet.kind === 'tiers') {
    expect(found.tiers).toEqual(
      partnershipTiers.map((tier, at) => ({
        tier,
        count: users.filter(({ numbers }) => numbers.tier === at + 1).length
      }))
    )
  } else if (facet.kind === 'niches') {
    const niches = new Map<string, number>()
    for (const { niche } of users) if (niche !== null) niches.set(niche, (niches.get(niche) ?? 0) + 1)
    const sorted = [...niches].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    expect(found.niches).toEqual(sorted.slice(0, facet.first).map(([niche, count]) => ({ niche, count })))
  } else {
    const { kind } = facet
    expectDistribution(
      found[kind],
      users.map(({ numbers }) => knownOr(numbers[kind])),
      bins
    )
  }
}
