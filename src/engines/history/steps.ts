import type { CountPoint } from '../../records/count-history.ts'
import { isEqual } from './series.ts'
import { dayOf, nextStep, type StepRange, startOfStep, type TimelineStep, type TimeRange } from './timeline-steps.ts'

/** Counts as they are shown: of one observation, or of one step of a timeline. */
export type HistoryPoint = {
  /** When they were observed, or when the step begins; Unix seconds. */
  readonly at: number
  /** The last observation; null for a step without one. */
  readonly observedAt: number | null
  readonly source: string | null
  /** In the order of `countFields`; null where not observed. */
  readonly counts: readonly (number | null)[]
  /** Bits of fields. */
  readonly rounded: number
  readonly negative: number
  readonly interpolated: number
}

/** Points of a period. */
export const inRange = (points: readonly HistoryPoint[], { from, to }: TimeRange): HistoryPoint[] =>
  points.filter(({ at }) => (from === null || at >= from) && (to === null || at < to))

export const ofObservations = (points: readonly CountPoint[]): HistoryPoint[] =>
  points.map((point) => ({ ...point, observedAt: point.at, interpolated: 0 }))

const nothing = { observedAt: null, source: null, interpolated: 0 }

/**
 * One point a step: each count is the last one that was observed in the step. A history has only the first and the last of equal observations
 * in a row, and steps between two of them have their counts. Outside of `shown`, steps without an observation are left out, except for the
 * last of a row: however long ago the first observation was, there are few.
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

/** Counts of a later point over those of earlier ones in the same step, field by field. */
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
 * Counts between two known ones on the straight line between them, as whole numbers; nothing before the first and after the last. One that
 * lies between rounded counts is rounded too. A negative number was observed: what the count is then stays unknown.
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
