import { isSoundFacts } from '../../records/facts-key.ts'
import { type Cell, type FieldKind, type MergedState, mergedFields } from './merge-store.ts'

/** Rank of a value as one comparable number, and its stored form. */

/** Observations without a time rank this far before all others. */
const undatedOffset = 10 ** 12

/** Time of an observation. `since`: it cannot be earlier than this. */
export const observedAt = (collectedAt: number | null, since = 0): number => collectedAt ?? since - undatedOffset

/** Time of rows that were not imported. */
export const neverObserved = -undatedOffset - 1

/** Stored form of ranks. */
type Older = Record<string, number | [number]>

const exactness = 2 ** 41
const offset = 2 ** 40

/** Rank of a known value: exact before rounded, then by time. */
export const rank = (at: number, isInexact: boolean): number => at + offset + (isInexact ? 0 : exactness)

/** Whether a rank is that of a rounded value or a loose reference. */
export const isRounded = (rank: number): boolean => rank < exactness

/** Whether a value may be replaced by a better one: a reference by name only, or a derived address. */
export const isLoose = (field: string, value: Cell): boolean => {
  if (typeof value !== 'string') return false
  if (['author', 'streamer', 'owner', 'share_url'].includes(field)) return value.startsWith('@')
  if (field === 'sound') return isSoundFacts(value)
  return field === 'hashtags' && value.includes('"id":null')
}

/** Stored ranks, only those that differ from the row's time; null for none. */
export const writeOlder = (kind: FieldKind, { values, ranks, at }: MergedState): string | null => {
  let older: Older | null = null
  const fields = mergedFields[kind]
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? ''
    const own = ranks[index] ?? -1
    const value = values[index] ?? null
    if (own < 0) continue
    const loose = isLoose(field, value)
    if (own === rank(at, loose)) continue
    older ??= {}
    const isInexact = isRounded(own)
    const time = own - rank(0, isInexact)
    older[field] = isInexact && !loose ? [time] : time
  }
  return older === null ? null : JSON.stringify(older)
}

/** Inverse of `writeOlder`. */
export const readState = (
  kind: FieldKind,
  values: Cell[],
  row: { at: number | null; source: string | null; older: string | null }
): MergedState => {
  const at = row.at ?? neverObserved
  // Written by `writeOlder`.
  const older = row.older === null ? null : (JSON.parse(row.older) as Older)
  const ranks = mergedFields[kind].map((field, index) => {
    const value = values[index] ?? null
    if (value === null) return -1
    const loose = isLoose(field, value)
    const own = older?.[field]
    if (own === undefined) return rank(at, loose)
    return typeof own === 'number' ? rank(own, loose) : rank(own[0], true)
  })
  return { values, ranks, at, source: row.source }
}
