/** How well something answers a query: 3 is what was meant, 2 good, 1 better than nothing, 0 beside the point. */
export type Grade = 0 | 1 | 2 | 3

/** A place further down is worth less: `(2^grade - 1) / log2(place + 1)`, places from 1. */
export const discountedGain = (grades: readonly Grade[], places: number): number =>
  grades.slice(0, places).reduce<number>((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)

export type Graded = { grade: Grade; creator: string | null }

/** More than these of one creator among the first 20 are no variety. */
export const mostOfOne = 3

/**
 * The best order there could be. Where variety is wanted a creator stands in it three times at most, as long as there are others: an answer
 * that keeps to that loses nothing by it.
 */
export const bestOrder = (all: readonly Graded[], places: number, isVaried: boolean): Grade[] => {
  const sorted = all.filter(({ grade }) => grade > 0).sort((a, b) => b.grade - a.grade)
  if (!isVaried) return sorted.slice(0, places).map(({ grade }) => grade)
  const seen = new Map<string | null, number>()
  const [first, rest]: [Graded[], Graded[]] = [[], []]
  for (const one of sorted) {
    const times = seen.get(one.creator) ?? 0
    seen.set(one.creator, times + 1)
    if (one.creator === null || times < mostOfOne) first.push(one)
    else rest.push(one)
    if (first.length === places) break
  }
  return [...first, ...rest].slice(0, places).map(({ grade }) => grade)
}

/** Normalized discounted cumulative gain; null when there is nothing to find. */
export const ndcg = (found: readonly Grade[], best: readonly Grade[], places: number): number | null => {
  const ideal = discountedGain(best, places)
  return ideal === 0 ? null : Math.min(1, discountedGain(found, places) / ideal)
}

/** How often the creator who stands there most often stands among the first 20. */
export const mostByOne = (creators: readonly (string | null)[]): number => {
  const counts = new Map<string, number>()
  for (const creator of creators.slice(0, 20)) {
    if (creator !== null) counts.set(creator, (counts.get(creator) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** Processor time of this process so far: what a busy machine takes for others is not in it. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
