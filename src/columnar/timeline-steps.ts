import type { TimelineStep } from '../filters/query.ts'

const daySeconds = 86_400

export const dayOf = (unixSeconds: number): number => Math.floor(unixSeconds / daySeconds)

/** The first day of the step that has a day. Days count from 1970-01-01, a Thursday. */
const firstDays: Readonly<Record<TimelineStep, (day: number) => number>> = {
  DAY: (day) => day,
  WEEK: (day) => day - ((((day + 3) % 7) + 7) % 7),
  MONTH: (day) => {
    const date = new Date(day * daySeconds * 1_000)
    // Beyond what dates can be, each day is its own step.
    if (Number.isNaN(date.getTime())) return day
    return day - date.getUTCDate() + 1
  }
}

/** When the step that has a day begins, in Unix seconds. */
export const startOfStep = (step: TimelineStep, day: number): number => firstDays[step](day) * daySeconds
