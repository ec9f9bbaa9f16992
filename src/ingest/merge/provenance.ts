import { type Cell, type FieldKind, mergedFields, type State } from './merge-store.ts'

/** How well a value is known, as one number to compare, and how tables keep that. */

/** Times of observations that do not tell theirs lie so far before all others. */
const undatedOffset = 10 ** 12

/** When something was observed. `since`: before this it was not there to be seen. */
export const observedAt = (collectedAt: number | null, since = 0): number => collectedAt ?? since - undatedOffset

/** Of what stands in a data set without having been gathered. */
export const neverObserved = -undatedOffset - 1

/** A field that is known from an older observation than its row's newest, or rounded. `at`: Unix seconds, as those of a row. */
export type OlderField = { field: string; at: number; rounded: boolean }

/** What a table keeps of ranks. */
type Older = Record<string, number | [number]>

const exactness = 2 ** 41
const offset = 2 ** 40

/** Orders values that are known: exact ones over rounded ones, then by time. */
export const rank = (at: number, isRounded: boolean): number => at + offset + (isRounded ? 0 : exactness)

/** Whether a value is of the kind that a better one may exist of: a reference by name alone. */
export const isLoose = (field: string, value: Cell): boolean => {
  if (typeof value !== 'string') return false
  if (field === 'author') return value.startsWith('@')
  if (field === 'sound') return value.startsWith('[')
  return field === 'hashtags' && value.includes('"id":null')
}

/** What a table keeps of ranks: only those that do not follow from the row's own time. Null for none. */
export const writeOlder = (kind: FieldKind, { values, ranks, at }: State): string | null => {
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
    const isRounded = own < exactness
    const time = own - rank(0, isRounded)
    older[field] = isRounded && !loose ? [time] : time
  }
  return older === null ? null : JSON.stringify(older)
}

/** The way back. */
export const readState = (
  kind: FieldKind,
  values: Cell[],
  row: { at: number | null; source: string | null; older: string | null }
): State => {
  const at = row.at ?? neverObserved
  // What `writeOlder` wrote.
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

/** The same as `writeOlder` writes it, as a list. */
export const listOlder = (older: Older): OlderField[] =>
  Object.entries(older).map(([field, at]) =>
    typeof at === 'number' ? { field, at, rounded: false } : { field, at: at[0], rounded: true }
  )

/** The way back. Null where one of them is no field of the kind. */
export const unlistOlder = (kind: FieldKind, fields: readonly OlderField[]): string | null => {
  if (!fields.every(({ field }) => (mergedFields[kind] as readonly string[]).includes(field))) return null
  return JSON.stringify(Object.fromEntries(fields.map(({ field, at, rounded }) => [field, rounded ? [at] : at])))
}
