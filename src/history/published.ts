import type { TimeRange } from './steps.ts'
import { dayOf, nextStep, secondBefore, startOfStep, type TimelineStep } from './timeline-steps.ts'

/** Posts of a list by the time at which they were published. */

/** A step: when it begins, posts published in it, and all that were published by its end. */
export type PublishedStep = { readonly at: number; readonly added: number; readonly total: number }

/** Last second of a period that ends within a step, whose posts after it do not count; null where none is cut. */
export const cutAt = (step: TimelineStep, { to }: TimeRange): number | null =>
  to === null || startOfStep(step, dayOf(to)) === to ? null : secondBefore(to)

/**
 * The steps of a period, from the first with a post to the last. Posts before the period count in `total`. `timeline`: steps with posts, in
 * order. `check` sees the first and the last step before any is made.
 */
export const publishedSteps = (
  timeline: readonly { readonly start: number; readonly posts: number }[],
  step: TimelineStep,
  { from, to }: TimeRange,
  check: (first: number, last: number) => void
): PublishedStep[] => {
  const stepOf = (second: number) => startOfStep(step, dayOf(second))
  const [first, last] = [timeline[0], timeline.at(-1)]
  if (first === undefined || last === undefined) return []
  const start = from === null ? first.start : Math.max(first.start, stepOf(from))
  const end = to === null ? last.start : Math.min(last.start, stepOf(secondBefore(to)))
  if (start > end) return []
  check(start, end)
  const steps: PublishedStep[] = []
  let total = 0
  let next = 0
  for (let at = start; at <= end; at = nextStep(step, at)) {
    let added = 0
    for (let entry = timeline[next]; entry !== undefined && entry.start <= at; entry = timeline[++next]) {
      total += entry.posts
      if (entry.start === at) added = entry.posts
    }
    steps.push({ at, added, total })
  }
  return steps
}
