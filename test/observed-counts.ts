/** Counts of histories as the graph gives them. */

/** What is selected of a count. */
export const countParts = '{ value low high kind }'

type ObservedCount = { value: number | null; low: number | null; high: number | null; kind: string } | null

export const exact = (value: number | null): ObservedCount =>
  value === null ? null : { value, low: value, high: value, kind: 'EXACT' }

/** `step`: what its last shown digit stands for. */
export const rounded = (value: number, step: number): ObservedCount => ({
  value,
  low: value - Math.floor(step / 2),
  high: value + step - 1,
  kind: 'ROUNDED'
})

export const interpolated = (value: number): ObservedCount => ({ value, low: null, high: null, kind: 'INTERPOLATED' })

export const negative: ObservedCount = { value: null, low: null, high: null, kind: 'NEGATIVE' }
