/** Steps begin at midnight UTC; weeks on Monday. */
export const timelineSteps = ['DAY', 'WEEK', 'MONTH'] as const
export type TimelineStep = (typeof timelineSteps)[number]

/** `from` is included and `to` is not; null leaves an end open. */
export type TimeRange = { readonly from: number | null; readonly to: number | null }

const daySeconds = 86_400

export const dayOf = (unixSeconds: number): number => Math.floor(unixSeconds / daySeconds)

/** The last whole second before a time. */
export const secondBefore = (time: number): number => Math.ceil(time) - 1

/** The first day of the step that contains a day. Days count from 1970-01-01, a Thursday. */
const firstDays: Readonly<Record<TimelineStep, (day: number) => number>> = {
  DAY: (day) => day,
  WEEK: (day) => day - ((((day + 3) % 7) + 7) % 7),
  MONTH: (day) => {
    const date = new Date(day * daySeconds * 1_000)
    // Beyond the range of `Date`, each day is a step.
    if (Number.isNaN(date.getTime())) return day
    return day - date.getUTCDate() + 1
  }
}

/** Begin of the step that contains a day, in Unix seconds. */
export const startOfStep = (step: TimelineStep, day: number): number => firstDays[step](day) * daySeconds

/** Days from the start of a step into the next one. */
const intoNext: Readonly<Record<TimelineStep, number>> = { DAY: 1, WEEK: 7, MONTH: 31 }

/** Begin of the step after the one that starts at `start`. */
export const nextStep = (step: TimelineStep, start: number): number => startOfStep(step, dayOf(start) + intoNext[step])

/** Begins of the first and the last of some steps. */
export type StepRange = { readonly first: number; readonly last: number }

/** The steps between two times that overlap a period. Null if none does. */
export const stepsWithin = (
  step: TimelineStep,
  { from, to }: TimeRange,
  earliest: number,
  latest: number
): StepRange | null => {
  const stepOf = (second: number) => startOfStep(step, dayOf(second))
  const first = from === null ? stepOf(earliest) : Math.max(stepOf(earliest), stepOf(from))
  const last = to === null ? stepOf(latest) : Math.min(stepOf(latest), stepOf(secondBefore(to)))
  return first > last ? null : { first, last }
}

/** Number of steps from the one that contains `from` to the one that contains `to`, both included. */
export const stepsBetween = (step: TimelineStep, from: number, to: number): number => {
  const [first, last] = [startOfStep(step, dayOf(from)), startOfStep(step, dayOf(to))]
  if (step !== 'MONTH') return (last - first) / (intoNext[step] * daySeconds) + 1
  const [begin, end] = [new Date(first * 1_000), new Date(last * 1_000)]
  return (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth() + 1
}
