import type { HistoryPoint } from './steps.ts'

export type ObservedCountKind = 'EXACT' | 'ROUNDED' | 'INTERPOLATED' | 'NEGATIVE'

/** One count of a point in a history, with its bounds. */
export type ObservedCount = {
  /** Null for a negative number. */
  readonly value: number | null
  /** Bounds, both included; null if unbounded. */
  readonly low: number | null
  readonly high: number | null
  readonly kind: ObservedCountKind
}

/** Units that pages abbreviate counts to: K, 万, M, 亿, B. */
const units = [1e9, 1e8, 1e6, 1e4, 1e3]

/**
 * Value of the last shown digit of a rounded count: 100,000 in 1.2M. Only the number is stored, not its text: 120,000 may have been 120K or
 * 12万, so the coarser unit applies.
 */
const shownTo = (count: number): number => {
  const unit = units.find((unit) => unit <= count) ?? 1
  let step = 1
  while (step < unit && count % (step * 10) === 0) step *= 10
  return step
}

/** Bounds of a count, both included. Some pages round and others truncate; the bounds of a rounded count cover both. */
export const boundsOf = (count: number, isRounded: boolean): { low: number; high: number } => {
  if (!isRounded) return { low: count, high: count }
  const step = shownTo(count)
  return { low: count - Math.floor(step / 2), high: count + step - 1 }
}

/** A count of a point by the index of its field; null if it was not observed. */
export const observedCount = (
  { counts, rounded, negative, interpolated }: HistoryPoint,
  field: number
): ObservedCount | null => {
  const bit = 1 << field
  const value = counts[field] ?? null
  if (value === null) return (negative & bit) === 0 ? null : { value, low: null, high: null, kind: 'NEGATIVE' }
  if ((interpolated & bit) !== 0) return { value, low: null, high: null, kind: 'INTERPOLATED' }
  const isRounded = (rounded & bit) !== 0
  return { value, ...boundsOf(value, isRounded), kind: isRounded ? 'ROUNDED' : 'EXACT' }
}
