import { isUnknown, missingIn } from '../records/missing-fields.ts'

/** A record whose numbers and flags may be null. */
export type Known<T> = { [K in keyof T]: T[K] extends number | boolean ? T[K] | null : T[K] }

/** A record whose unknown numbers and flags are null. Records themselves have 0, false or a sum over the data there. */
export const known = <T>(record: T): Known<T> => {
  if (typeof record !== 'object' || record === null || missingIn(record).length === 0) return record
  const isUnknownValue = (field: string, value: unknown) =>
    (typeof value === 'number' || typeof value === 'boolean') && isUnknown(record, field)
  // The result has the same fields.
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, isUnknownValue(field, value) ? null : value])
  ) as Known<T>
}
