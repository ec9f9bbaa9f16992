import { invalidParam } from '../core/errors.ts'
import { readTime } from '../engines/filters/read-values.ts'
import { type TimeRange, timelineSteps } from '../engines/history/timeline-steps.ts'
import { type Input, oneOf, optional } from './input.ts'

/** The inputs of counts over time. REST has none of them. */

const time = (description: string): Input<number | null> => ({
  schema: { type: 'string' },
  description,
  example: '2026-05-04',
  required: false,
  read: (raw, param) => (raw === undefined ? null : readTime(raw, param))
})

const fills = ['LINEAR'] as const
/** Null leaves missing counts null. */
export type Fill = (typeof fills)[number] | null

const step = oneOf(
  timelineSteps,
  'One point for each step, in UTC; weeks begin on Monday. Without it, one point for each observation.'
)

const fill = oneOf(fills, 'LINEAR computes missing counts from those before and after, and marks them.')

/** Inputs for counts of posts, which are never missing. */
export const countedPeriod = {
  from: time('Only from this time on, as ISO 8601.'),
  to: time('Only before this time, as ISO 8601.'),
  step: optional(step)
}
export const observedPeriod = { ...countedPeriod, fill: optional(fill) }

/** Refuses an empty period. */
export const checkPeriod = ({ from, to }: TimeRange): void => {
  if (from !== null && to !== null && from >= to)
    throw invalidParam('from', 'is not before `to`: `from` is included, `to` is not')
}

/** Ten years. */
const mostDays = 3_650

/** Length of a period in days, of at least an hour; half a day is 0.5. */
export const days = (fallback: number): Input<number> => ({
  schema: { type: 'number', minimum: 1 / 24, maximum: mostDays, default: fallback },
  description: `Length of the period in days, from an hour to ${mostDays} days; half a day is 0.5.`,
  example: fallback,
  required: false,
  read(raw, param) {
    if (raw === undefined) return fallback
    const value = typeof raw === 'string' && /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw
    if (typeof value === 'number' && value >= 1 / 24 && value <= mostDays) return value
    throw invalidParam(param, `must be a number of days from an hour to ${mostDays}, for example ${fallback}`)
  }
})
