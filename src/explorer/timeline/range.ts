/** A time range in Unix milliseconds. */
export type TimeRange = { from: number; to: number }

/** The shortest visible range. */
const least = 60_000

/** The range moved into the whole; the whole where the range is longer. */
const within = ({ from, to }: TimeRange, whole: TimeRange): TimeRange => {
  const length = to - from
  if (length >= whole.to - whole.from) return whole
  const begins = Math.min(Math.max(from, whole.from), whole.to - length)
  return { from: begins, to: begins + length }
}

/** The range scaled by `factor` around a fixed moment. */
export const zoomed = (
  { from, to }: TimeRange,
  whole: TimeRange,
  factor: number,
  around = (from + to) / 2
): TimeRange => {
  const by = Math.max(factor, least / Math.max(least, to - from))
  return within({ from: around - (around - from) * by, to: around + (to - around) * by }, whole)
}

export const moved = ({ from, to }: TimeRange, whole: TimeRange, ms: number): TimeRange =>
  within({ from: from + ms, to: to + ms }, whole)

/** The range moved to contain a moment. */
export const showing = (range: TimeRange, whole: TimeRange, at: number): TimeRange =>
  at >= range.from && at <= range.to ? range : moved(range, whole, at - (range.from + range.to) / 2)
