import { type Cell, type FieldKind, mergedFields, type State } from './merge-store.ts'
import { isLoose, rank } from './provenance.ts'

/** What is known of a thing, and how what several observations tell of it comes together: a maximum, field by field (docs/importing.md). */

/** When something was seen, where, and which of its fields are rounded. */
export type Circumstance = {
  at: number
  source: string | null
  /** Names of fields behind the prefix; null for none. */
  rounded: ReadonlySet<string> | null
  prefix: string
}

type Fields = { readonly [field: string]: unknown }

/** Lists that once held a fraction: those of whole numbers alone are made anew when a number beyond 31 bits comes in. */
const unknownRanks = (kind: FieldKind): readonly number[] => mergedFields[kind].map(() => 0.5).fill(-1)
const unknown: Readonly<Record<FieldKind, readonly number[]>> = {
  posts: unknownRanks('posts'),
  users: unknownRanks('users'),
  sounds: unknownRanks('sounds'),
  places: unknownRanks('places')
}

/** What one observation tells in the fields of its own; what it refers to is told by `refer`. */
export const observed = (kind: FieldKind, record: Fields, seen: Circumstance): State => {
  const { at, source, rounded, prefix } = seen
  const exact = rank(at, false)
  const fields = mergedFields[kind]
  // Of their length at once: as they grow, they would leave shorter ones behind.
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

/** Tells a reference, or a list of them. */
export const refer = (state: State, field: string, place: number, key: string): void => {
  state.values[place] = key
  state.ranks[place] = rank(state.at, isLoose(field, key))
}

/** Adds to what is known. Tells whether a value is another one now, or only what is known of the values. */
export const join = (known: State, other: State): { values: boolean; standing: boolean } => {
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

/** Both are of the same type, as they are values of one field. */
const isGreater = (a: Cell, b: Cell): boolean => a !== null && b !== null && a > b
