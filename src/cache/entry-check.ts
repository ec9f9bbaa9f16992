import { hash } from 'node:crypto'
import type Type from 'typebox'
import { isRecord } from '../records/reading.ts'
import { feedKinds, feeds, isRecordOf, type LookupKind, lookupKinds, lookups } from '../store/kinds.ts'
import { type Entry, isFuture } from './entry.ts'
import { type CachedKind, lifetimeOf } from './lifetimes.ts'

/** Whether a value can be the entry of a key. `rest`: the parts of the cache key after kind and key. */
type EntryCheck = (value: object, key: string, rest: readonly string[]) => boolean

const recordCheck =
  (kind: LookupKind): EntryCheck =>
  (value, key) => {
    const { record } = lookups[kind]
    return isRecord(record, value) && isRecordOf(kind, value, key)
  }

const pageCheck =
  (schema: Type.TSchema): EntryCheck =>
  (value, _key, [count]) => {
    const { items, positions, next, total, coverage, ...others } = value as Record<string, unknown>
    return (
      Array.isArray(items) &&
      items.length <= Number(count) &&
      items.every((item) => isRecord(schema, item)) &&
      Array.isArray(positions) &&
      positions.length === items.length &&
      positions.every(isText) &&
      (next === null || isText(next)) &&
      (total === null || isCount(total)) &&
      (coverage === undefined || isCoverage(coverage)) &&
      Object.keys(others).length === 0
    )
  }

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const isCoverage = (value: unknown): boolean => {
  const { scanned, isComplete, ...others } = (value ?? {}) as Record<string, unknown>
  return isCount(scanned) && typeof isComplete === 'boolean' && Object.keys(others).length === 0
}

const isText = (value: unknown): value is string => typeof value === 'string'

const textCheck =
  (isTextOf: (text: string, key: string) => boolean): EntryCheck =>
  (value, key) => {
    const { text, ...others } = value as Record<string, unknown>
    return isText(text) && isTextOf(text, key) && Object.keys(others).length === 0
  }

const isValue = (json: string): boolean => {
  try {
    return ['string', 'number'].includes(typeof JSON.parse(json))
  } catch {
    return false
  }
}

const checks = new Map<string, EntryCheck>([
  ...lookupKinds.map((kind): [string, EntryCheck] => [kind, recordCheck(kind)]),
  ...feedKinds.map((kind): [string, EntryCheck] => [kind, pageCheck(feeds[kind].record)]),
  ['document', textCheck((text, key) => hash('sha256', text) === key)],
  ['sourceValue', textCheck(isValue)]
])

/**
 * Whether an entry of the shared store can have been written by this project, since others may write there too. It must have the record's
 * form, be about the requested key, and stay fresh no longer than its kind allows.
 */
export const isPlausible = (key: string, { value, at, freshUntil }: Entry<object>, now: number): boolean => {
  const [kind = '', id = '', ...rest] = key.split('\0')
  const check = checks.get(kind)
  if (check === undefined) return false
  // Every kind with a check has a lifetime.
  const { freshMs } = lifetimeOf(kind as CachedKind, value)
  const isTimely = !isFuture(at, now) && freshUntil <= at + freshMs
  return isTimely && (value === null || check(value, id, rest))
}
