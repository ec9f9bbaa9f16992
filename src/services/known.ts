import { missingIn } from '../records/missing-fields.ts'

/** Numbers and flags of a record may be null. */
export type Known<T> = { [K in keyof T]: T[K] extends number | boolean ? T[K] | null : T[K] }

/** A record in which numbers and flags that no source has given are null: records have 0 and false in their place. */
export const known = <T>(record: T): Known<T> => {
  const missing = typeof record === 'object' && record !== null ? missingIn(record) : []
  if (missing.length === 0) return record
  const isOpen = (field: string, value: unknown) => (value === 0 || value === false) && missing.includes(field)
  // The same fields.
  return Object.fromEntries(
    Object.entries(record as object).map(([field, value]) => [field, isOpen(field, value) ? null : value])
  ) as Known<T>
}
