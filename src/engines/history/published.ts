import { nextStep, type StepRange, stepsWithin, type TimelineStep, type TimeRange } from './timeline-steps.ts'

/** Posts of a list by their time of publication. */

/** A step: its begin, posts published in it, and posts published by its end. */
export type PublishedStep = { readonly at: number; readonly added: number; readonly total: number }

/** Steps with posts, in order. */
type Timeline = readonly { readonly start: number; readonly posts: number }[]

/** First and last step that overlap a period, from the first post to the last. Null without any. */
export const publishedWithin = (timeline: Timeline, step: TimelineStep, range: TimeRange): StepRange | null => {
  const [first, last] = [timeline[0], timeline.at(-1)]
  return first === undefined || last === undefined ? null : stepsWithin(step, range, first.start, last.start)
}

/** The whole steps that overlap a period; `total` also counts earlier posts. `timeline`: has the same steps or shorter ones. */
export const publishedSteps = (timeline: Timeline, step: TimelineStep, range: TimeRange): PublishedStep[] => {
  const shown = publishedWithin(timeline, step, range)
  if (shown === null) return []
  const steps: PublishedStep[] = []
  let total = 0
  let next = 0
  for (let at = shown.first; at <= shown.last; at = nextStep(step, at)) {
    const end = nextStep(step, at)
    let added = 0
    for (let entry = timeline[next]; entry !== undefined && entry.start < end; entry = timeline[++next]) {
      total += entry.posts
      if (entry.start >= at) added += entry.posts
    }
    steps.push({ at, added, total })
  }
  return steps
}
