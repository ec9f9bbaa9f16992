import { invalidParam } from '../core/errors.ts'
import { readTime } from '../filters/read-values.ts'
import { type TimeRange, timelineSteps } from '../history/timeline-steps.ts'
import { type Input, oneOf, optional, wholeNumber } from './input.ts'

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

/** Of what is counted, so that no count is missing. */
export const countedPeriod = {
  from: time('Only from this time on, as ISO 8601.'),
  to: time('Only before this time, as ISO 8601.'),
  step: optional(step)
}
export const observedPeriod = { ...countedPeriod, fill: optional(fill) }

/** Refuses a period that nothing could be in. */
export const checkPeriod = ({ from, to }: TimeRange): void => {
  if (from !== null && to !== null && from >= to)
    throw invalidParam('from', 'is not before `to`: `from` is included, `to` is not')
}

const length = (unit: string, maximum: number, fallback: number): Input<number> =>
  wholeNumber(`Length of the period in ${unit}, 1 to ${maximum}.`, { minimum: 1, maximum, fallback, example: fallback })

/** Ten years. */
export const hours = length('hours', 87_600, 24)
export const days = length('days', 3_650, 30)
