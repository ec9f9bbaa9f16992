import type Type from 'typebox'
import { count, fraction, list, oneOf, record } from './fields.ts'

/** How a histogram divides the values of a number into bins (`engines/filters/histogram.ts`). */
export const HistogramScale = oneOf(
  ['COUNT', 'RATE', 'SCORE'],
  'Counts such as followers, fractions such as engagement rates, or scores from 0 to 100.'
)
export type HistogramScale = Type.Static<typeof HistogramScale>

export const HistogramCell = record('HistogramCell', 'Values of one cell, the smallest possible bin of a histogram.', {
  from: fraction('Lower border. The cell ends before the next border of its scale.'),
  count: count('How many values the cell has.')
})
export type HistogramCell = Type.Static<typeof HistogramCell>

/** Quantiles by linear interpolation between the closest ranks (method 7 of Hyndman and Fan, the default of R and NumPy). */
export const Distribution = record(
  'Distribution',
  'Distribution of a number over a list, in the unit of that number. Only known values count.',
  {
    count: count('How many of the list have a known value, at least 1.'),
    unknown_count: count('How many of the list have no known value.'),
    min: fraction('Smallest value.'),
    p25: fraction('First quartile, the 25th percentile.'),
    median: fraction('Median, the 50th percentile.'),
    p75: fraction('Third quartile, the 75th percentile.'),
    p90: fraction('90th percentile.'),
    max: fraction('Largest value.'),
    mean: fraction('Arithmetic mean.'),
    scale: HistogramScale,
    cells: list(HistogramCell, 'Cells with values, in ascending order.')
  }
)
export type Distribution = Type.Static<typeof Distribution>
