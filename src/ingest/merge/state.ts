import { type Cell, type FieldKind, type MergedState, mergedFields } from './merge-store.ts'
import { isLoose, neverObserved, rank } from './provenance.ts'

/** State of a row, and how observations are combined: the maximum by rank, field by field (docs/importing.md). */

/** Time and source of an observation, and its inexact fields. */
export type Provenance = {
  at: number
  source: string | null
  /** Names of rounded fields and of counts given as negative numbers, after the prefix; null for none. */
  rounded: ReadonlySet<string> | null
  negative: ReadonlySet<string> | null
  prefix: string
}

type ObservedFields = { readonly [field: string]: unknown }

/** Arrays with a fraction: V8 converts an integer array when a number beyond 31 bits is stored. */
const unknownRanks = (kind: FieldKind): readonly number[] => mergedFields[kind].map(() => 0.5).fill(-1)
const unknown: Readonly<Record<FieldKind, readonly number[]>> = {
  posts: unknownRanks('posts'),
  users: unknownRanks('users'),
  sounds: unknownRanks('sounds'),
  places: unknownRanks('places'),
  live_rooms: unknownRanks('live_rooms'),
  effects: unknownRanks('effects'),
  collections: unknownRanks('collections')
}

/** The state of a row without observed values. */
export const unknownState = (kind: FieldKind): MergedState => ({
  values: new Array<Cell>(mergedFields[kind].length).fill(null),
  ranks: unknown[kind].slice(),
  at: neverObserved,
  source: null
})

/** State of one observation's own fields; `refer` adds references. */
export const observed = (kind: FieldKind, record: ObservedFields, seen: Provenance): MergedState => {
  const { at, source, rounded, prefix } = seen
  const exact = rank(at, false)
  const fields = mergedFields[kind]
  // Allocated at full length: growing leaves smaller arrays behind.
  const values = new Array<Cell>(fields.length).fill(null)
  const ranks = unknown[kind].slice()
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? ''
    const value = record[field]
    if (typeof value === 'string' || typeof value === 'number') values[index] = value
    else if (typeof value === 'boolean') values[index] = value ? 1 : 0
    else continue
    ranks[index] = rounded?.has(prefix + field) ? rank(at, true) : exact
  }
  return { values, ranks, at, source }
}

/** Adds a reference or a list of them. */
export const refer = (state: MergedState, field: string, place: number, key: string): void => {
  state.values[place] = key
  state.ranks[place] = rank(state.at, isLoose(field, key))
}

/** Adds a state. Returns whether a value changed, or only ranks. */
export const join = (known: MergedState, other: MergedState): { values: boolean; standing: boolean } => {
  let values = false
  let standing = false
  for (let index = 0; index < other.ranks.length; index += 1) {
    const otherRank = other.ranks[index] ?? -1
    const ownRank = known.ranks[index] ?? -1
    if (otherRank < 0 || otherRank < ownRank) continue
    const own = known.values[index] ?? null
    const value = other.values[index] ?? null
    if (otherRank === ownRank && !isGreater(value, own)) continue
    if (own !== value) values = true
    known.values[index] = value
    known.ranks[index] = otherRank
    standing = true
  }
  if (other.at > known.at || (other.at === known.at && (other.source ?? '') > (known.source ?? ''))) {
    known.at = other.at
    known.source = other.source
    standing = true
  }
  return { values, standing }
}

/** Both are values of one field and have its type. */
const isGreater = (a: Cell, b: Cell): boolean => a !== null && b !== null && a > b
