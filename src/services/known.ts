import { isUnknown, missingIn } from '../records/missing-fields.ts'

/** A record whose numbers and flags may be null. */
export type Known<T> = { [K in keyof T]: T[K] extends number | boolean ? T[K] | null : T[K] }

/** A record with null for each unknown value that may be null; the result has the same fields. */
const withNulls = <T>(record: T, mayBeNull: (value: unknown) => boolean): T => {
  if (typeof record !== 'object' || record === null || missingIn(record).length === 0) return record
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, mayBeNull(value) && isUnknown(record, field) ? null : value])
  ) as T
}

/** A record whose unknown numbers and flags are null. Records themselves have 0, false or a sum over the data there. */
export const known = <T>(record: T): Known<T> =>
  withNulls(record, (value) => typeof value === 'number' || typeof value === 'boolean')

/** A record whose unknown values are all null, as in the graph: names too, for which records have a handle. */
export const asInGraph = (record: object): object => withNulls(record, () => true)
