import type { CountPoint } from '../records/count-history.ts'
import { isEqual } from './series.ts'
import { dayOf, nextStep, secondBefore, startOfStep, type TimelineStep } from './timeline-steps.ts'

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

const nothing = { observedAt: null, source: null, interpolated: 0 }

/** The counts at a moment between two equal observations; null elsewhere. */
const knownAt = (points: readonly CountPoint[], at: number): HistoryPoint | null => {
  const next = points.findIndex((point) => point.at > at)
  const [before, after] = [points[next - 1], points[next]]
  if (before === undefined || after === undefined || before.at === at || !isEqual(before, after)) return null
  return { ...before, ...nothing, at }
}

/**
 * Points of a period, and one at each end that cuts a row of equal observations: a history has only the first and the last of such a row, so
 * that its counts are known in between.
 */
export const knownIn = (points: readonly CountPoint[], range: TimeRange): HistoryPoint[] => {
  const { from, to } = range
  const ends = [from, to === null ? null : secondBefore(to)]
  const [first, last] = ends.map((end) => (end === null ? null : knownAt(points, end)))
  const within = ofObservations(inRange(points, range))
  return [...(first == null ? [] : [first]), ...within, ...(last == null ? [] : [last])]
}

/**
 * One point a step, from the first point to the last: each count is the last one that was observed in the step. Steps within a row of equal
 * observations have their counts.
 */
export const ofSteps = (points: readonly HistoryPoint[], step: TimelineStep): HistoryPoint[] => {
  const [first] = points
  if (first === undefined) return []
  const unknown = { ...nothing, counts: first.counts.map(() => null), rounded: 0, negative: 0 }
  const steps: HistoryPoint[] = []
  let start = startOfStep(step, dayOf(first.at))
  for (let index = 0; index < points.length; ) {
    const end = nextStep(step, start)
    const [before, after] = [points[index - 1], points[index]]
    const isKnown = before !== undefined && after !== undefined && isEqual(before, after)
    let joined: HistoryPoint = { ...(isKnown ? before : unknown), ...nothing, at: start }
    for (let point = points[index]; point !== undefined && point.at < end; point = points[++index]) {
      joined = newest(joined, point)
    }
    steps.push(joined)
    start = end
  }
  return steps
}

/** Counts of a later point over those of an earlier one of the same step, field by field. */
const newest = (earlier: HistoryPoint, later: HistoryPoint): HistoryPoint => {
  let [rounded, negative] = [0, 0]
  const counts = later.counts.map((count, field) => {
    const bit = 1 << field
    const from = count === null && (later.negative & bit) === 0 ? earlier : later
    rounded |= from.rounded & bit
    negative |= from.negative & bit
    return from.counts[field] ?? null
  })
  const observed = later.observedAt === null ? earlier : later
  const { observedAt, source } = observed
  return { at: earlier.at, observedAt, source, counts, rounded, negative, interpolated: 0 }
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
