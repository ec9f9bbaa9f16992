import { isUnknown, missingIn } from '../records/missing-fields.ts'

/** Numbers and flags of a record may be null. */
export type Known<T> = { [K in keyof T]: T[K] extends number | boolean ? T[K] | null : T[K] }

/** A record in which numbers and flags that no source has given are null: records have 0, false or what the data add up to in their place. */
export const known = <T>(record: T): Known<T> => {
  if (typeof record !== 'object' || record === null || missingIn(record).length === 0) return record
  const isUnknownValue = (field: string, value: unknown) =>
    (typeof value === 'number' || typeof value === 'boolean') && isUnknown(record, field)
  // The same fields.
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, isUnknownValue(field, value) ? null : value])
  ) as Known<T>
}
