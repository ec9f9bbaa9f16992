import type { CountPoint } from '../records/count-history.ts'
import { dayOf, nextStep, startOfStep, type TimelineStep } from './timeline-steps.ts'

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

/** `from` is included and `to` is not; null leaves an end open. */
export type TimeRange = { readonly from: number | null; readonly to: number | null }

/** Points of a period. */
export const inRange = (points: readonly CountPoint[], { from, to }: TimeRange): readonly CountPoint[] =>
  from === null && to === null
    ? points
    : points.filter(({ at }) => (from === null || at >= from) && (to === null || at < to))

export const ofObservations = (points: readonly CountPoint[]): HistoryPoint[] =>
  points.map((point) => ({ ...point, observedAt: point.at, interpolated: 0 }))

/** One point a step, from the first observation to the last: each count is the last one that was observed in the step. */
export const ofSteps = (points: readonly CountPoint[], step: TimelineStep): HistoryPoint[] => {
  const [first] = points
  if (first === undefined) return []
  const fields = first.counts.length
  const steps: HistoryPoint[] = []
  let start = startOfStep(step, dayOf(first.at))
  for (let index = 0; index < points.length; ) {
    const end = nextStep(step, start)
    let joined: HistoryPoint = { ...nothing, at: start, counts: new Array<null>(fields).fill(null) }
    for (let point = points[index]; point !== undefined && point.at < end; point = points[++index]) {
      joined = { ...newest(joined, point), at: start }
    }
    steps.push(joined)
    start = end
  }
  return steps
}

const nothing = { observedAt: null, source: null, rounded: 0, negative: 0, interpolated: 0 }

/** Counts of a later observation over those of an earlier one, field by field. */
const newest = (earlier: HistoryPoint, later: CountPoint): HistoryPoint => {
  let [rounded, negative] = [0, 0]
  const counts = later.counts.map((count, field) => {
    const bit = 1 << field
    const from = count === null && (later.negative & bit) === 0 ? earlier : later
    rounded |= from.rounded & bit
    negative |= from.negative & bit
    return from.counts[field] ?? null
  })
  return { ...nothing, at: earlier.at, observedAt: later.at, source: later.source, counts, rounded, negative }
}

/**
 * Counts between two known ones on the straight line between them, as whole numbers; nothing before the first and after the last. One that
 * lies between rounded counts is rounded too.
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
        gap.push(point)
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
