import type { CountHistory, CountPoint } from '../records/count-history.ts'
import { joinSamples, type Sample } from './samples.ts'

/**
 * Samples with a time as points, one a moment, joined over its sources. `samples`: in the order of `compareSamples`. A point names the source
 * whose name sorts last, as rows do.
 */
export const pointsOf = (samples: readonly Sample[], nameOf: (source: number) => string | null): CountPoint[] => {
  const points: CountPoint[] = []
  let joined: Sample | null = null
  let name: string | null = null
  const end = () => {
    if (joined === null || joined.at === null) return
    const { at, values, rounded, negative } = joined
    points.push({ at, source: name, counts: [...values], rounded, negative })
  }
  for (const sample of samples) {
    if (sample.at === null) continue
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
  return points
}

/** Samples as they are read: their points, and of neighbours with equal counts the first and the last. */
export const historyOf = (samples: readonly Sample[], nameOf: (source: number) => string | null): CountHistory => {
  const points: CountPoint[] = []
  for (const point of pointsOf(samples, nameOf)) {
    const [other, last] = points.slice(-2)
    if (other !== undefined && last !== undefined && isEqual(other, last) && isEqual(last, point)) points.pop()
    points.push(point)
  }
  return { points, undated: samples.filter(({ at }) => at === null).length }
}

const isEqual = (a: CountPoint, b: CountPoint): boolean =>
  a.rounded === b.rounded && a.negative === b.negative && a.counts.every((count, index) => count === b.counts[index])
