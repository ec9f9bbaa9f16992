import { besideText, isBeside, withMissing } from '../records/missing-fields.ts'

/** A cached value (null for something that does not exist), when the source returned it, and until when it is fresh. */
export type Entry<T> = { value: T | null; at: number; freshUntil: number }

/** Largest assumed clock difference between replicas. */
const clocksApartMs = 60_000

/** Whether a time is in the future, because another clock is wrong or this one was set back. Such entries would stay fresh too long. */
export const isFuture = (at: number, now: number): boolean => at > now + clocksApartMs

/** Version of the stored form. Any other form is a miss. */
const version = 4

/** The records of a value by their places in it: the value itself, and elements of its lists. */
const recordsIn = (value: unknown): Map<string, object> => {
  const records = new Map<string, object>()
  const put = (place: string, record: unknown) => {
    if (typeof record === 'object' && record !== null) records.set(place, record)
  }
  put('', value)
  for (const [key, list] of Object.entries(value ?? {})) {
    if (Array.isArray(list)) for (const [index, element] of list.entries()) put(`${key}.${index}`, element)
  }
  return records
}

/** The JSON of a record omits which of its fields are missing, so the stored form has their names beside it. */
export const packEntry = ({ value, at, freshUntil }: Entry<unknown>) => {
  const missing = [...recordsIn(value)].map(([place, record]) => [place, besideText(record)] as const)
  return [version, at, freshUntil, value, Object.fromEntries(missing.filter(([, names]) => names !== ''))] as const
}

export const unpackEntry = (stored: unknown): Entry<object> | undefined => {
  if (!Array.isArray(stored) || stored.length !== 5 || stored[0] !== version) return undefined
  const [, at, freshUntil, value, missing] = stored as unknown[]
  if (typeof at !== 'number' || typeof freshUntil !== 'number' || typeof value !== 'object') return undefined
  const named = Object.entries(missing ?? {})
  const records = named.length === 0 ? null : recordsIn(value)
  for (const [place, names] of named) {
    const record = records?.get(place)
    if (record === undefined || !isBeside(names)) return undefined
    withMissing(record, names)
  }
  return { value, at, freshUntil }
}
