import type { CountHistory, CountPoint } from '../../records/count-history.ts'
import { joinSamples, type Sample } from './samples.ts'

/**
 * The history of samples: one point per time, joined over its sources, and only the first and last of neighbours with equal counts.
 * `samples`: in the order of `compareSamples`. A point names the source whose name sorts last, as rows do.
 */
export const historyOf = (samples: readonly Sample[], nameOf: (source: number) => string | null): CountHistory => {
  const points: CountPoint[] = []
  let undated = 0
  let joined: Sample | null = null
  let name: string | null = null
  const end = () => {
    if (joined === null || joined.at === null) return
    const { at, values, rounded, negative } = joined
    const point = { at, source: name, counts: [...values], rounded, negative }
    const [other, last] = points.slice(-2)
    if (other !== undefined && last !== undefined && isEqual(other, last) && isEqual(last, point)) points.pop()
    points.push(point)
  }
  for (const sample of samples) {
    if (sample.at === null) {
      undated += 1
      continue
    }
    const own = nameOf(sample.source)
    if (joined !== null && joined.at === sample.at) {
      joined = joinSamples(joined, sample)
      if ((own ?? '') > (name ?? '')) name = own
      continue
    }
    end()
    joined = sample
    name = own
  }
  end()
  return { points, undated }
}

/** The parts of a point that are compared. */
type ComparedCounts = Pick<CountPoint, 'rounded' | 'negative'> & { readonly counts: readonly (number | null)[] }

/** Whether two points have the same counts. */
export const isEqual = (a: ComparedCounts, b: ComparedCounts): boolean =>
  a.rounded === b.rounded && a.negative === b.negative && a.counts.every((count, index) => count === b.counts[index])
