import type Type from 'typebox'
import { count, int, list, nullable, record, text, unixTime } from './fields.ts'

const bits = (which: string) => int(`Bits of the ${which}, the first field being 1.`)

export const CountPoint = record('CountPoint', 'Counts at one moment, over all sources that observed it.', {
  at: unixTime('When they were collected, in Unix seconds.'),
  source: nullable(text('Name of the source; null where the source has no name.')),
  counts: list(nullable(count('A count; null where no source gave it.')), 'In the order of `countFields` of the kind.'),
  rounded: bits('counts that are rounded'),
  negative: bits('counts that were given as negative numbers, which are null')
})
export type CountPoint = Type.Static<typeof CountPoint>

/** A record of its own, so that an object without samples differs from one that does not exist. */
export const CountHistory = record('CountHistory', 'Counts of one thing over time.', {
  points: list(
    CountPoint,
    'The earliest first, one a moment. Of neighbours with equal counts only the first and the last.'
  ),
  undated: count('Number of samples without a time, which are none of the points.')
})
export type CountHistory = Type.Static<typeof CountHistory>
