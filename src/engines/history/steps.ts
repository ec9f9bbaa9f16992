import type { CountPoint } from '../../records/count-history.ts'
import { isEqual } from './series.ts'
import { dayOf, nextStep, type StepRange, startOfStep, type TimelineStep, type TimeRange } from './timeline-steps.ts'

/** Counts of one observation, or of one step of a timeline. */
export type HistoryPoint = {
  /** Time of the observation, or begin of the step, in Unix seconds. */
  readonly at: number
  /** Time of the last observation; null for a step without one. */
  readonly observedAt: number | null
  readonly source: string | null
  /** In the order of `countFields`; null where not observed. */
  readonly counts: readonly (number | null)[]
  /** Bits of rounded fields. */
  readonly rounded: number
  readonly negative: number
  readonly interpolated: number
}

/** Points within a period. */
export const inRange = (points: readonly HistoryPoint[], { from, to }: TimeRange): HistoryPoint[] =>
  points.filter(({ at }) => (from === null || at >= from) && (to === null || at < to))

export const ofObservations = (points: readonly CountPoint[]): HistoryPoint[] =>
  points.map((point) => ({ ...point, observedAt: point.at, interpolated: 0 }))

const nothing = { observedAt: null, source: null, interpolated: 0 }

/**
 * One point per step, with the last observed value of each count. A history keeps only the first and last of equal observations in a row, so
 * steps between these get their counts. Outside of `shown`, steps without an observation are omitted, except for the last of a row, so that
 * there are few points even if the first observation was long ago.
 */
export const ofSteps = (points: readonly CountPoint[], step: TimelineStep, shown: StepRange): HistoryPoint[] => {
  const steps: HistoryPoint[] = []
  let start = Number.NEGATIVE_INFINITY
  for (let index = 0; index < points.length; ) {
    const [before, after] = [points[index - 1], points[index]]
    if (after === undefined) break
    const observed = startOfStep(step, dayOf(after.at))
    if (start < observed && (start < shown.first || start > shown.last)) {
      const last = before === undefined ? observed : startOfStep(step, dayOf(observed) - 1)
      start = Math.max(start, start < shown.first ? Math.min(shown.first, last) : last)
    }
    const isKnown = before !== undefined && isEqual(before, after)
    const counts = isKnown ? before : { counts: after.counts.map(() => null), rounded: 0, negative: 0 }
    let joined: HistoryPoint = { ...counts, ...nothing, at: start }
    const end = nextStep(step, start)
    for (let point = points[index]; point !== undefined && point.at < end; point = points[++index]) {
      joined = newest(joined, point)
    }
    steps.push(joined)
    start = end
  }
  return steps
}

/** Replaces counts of earlier points in a step by those of a later one, field by field. */
const newest = (earlier: HistoryPoint, later: CountPoint): HistoryPoint => {
  let [rounded, negative] = [0, 0]
  const counts = later.counts.map((count, field) => {
    const bit = 1 << field
    const from = count === null && (later.negative & bit) === 0 ? earlier : later
    rounded |= from.rounded & bit
    negative |= from.negative & bit
    return from.counts[field] ?? null
  })
  return { at: earlier.at, observedAt: later.at, source: later.source, counts, rounded, negative, interpolated: 0 }
}

/**
 * Interpolates unknown counts linearly between two known ones, as whole numbers, but not before the first or after the last. A count next to a
 * rounded one is rounded too. Counts observed as negative numbers stay unknown.
 */
export const interpolated = (points: readonly HistoryPoint[]): HistoryPoint[] => {
  const filled = points.map((point) => ({ ...point, counts: [...point.counts] }))
  const fields = points[0]?.counts.length ?? 0
  for (let field = 0; field < fields; field += 1) {
    const bit = 1 << field
    let before: HistoryPoint | null = null
    let gap: typeof filled = []
    for (const point of filled) {
      const count = point.counts[field] ?? null
      if (count === null) {
        if ((point.negative & bit) === 0) gap.push(point)
        continue
      }
      const start: number | null = before?.counts[field] ?? null
      if (before !== null && start !== null) {
        for (const missing of gap) {
          const part = (missing.at - before.at) / (point.at - before.at)
          missing.counts[field] = Math.round(start + (count - start) * part)
          missing.interpolated |= bit
          missing.rounded |= (before.rounded | point.rounded) & bit
        }
      }
      before = point
      gap = []
    }
  }
  return filled
}
