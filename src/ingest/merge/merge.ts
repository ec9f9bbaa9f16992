import { type FieldKind, type MergedState, mergedFields, type Stored } from './merge-store.ts'
import { join } from './state.ts'

/** Result of merging: the stored state with the observation added. */
export type Merged<S extends Stored> = {
  state: MergedState
  stored: S | undefined
  /** Previous values; null for a new row. */
  before: readonly (string | number | null)[] | null
  isNew: boolean
  /** Whether the row must be written, and whether a value changed. */
  isWritten: boolean
  isChanged: boolean
}

export const merge = <S extends Stored>(observations: MergedState, stored: S | undefined): Merged<S> => {
  if (stored === undefined)
    return { state: observations, stored, before: null, isNew: true, isWritten: true, isChanged: true }
  const before = [...stored.state.values]
  const changed = join(stored.state, observations)
  return {
    state: stored.state,
    stored,
    before,
    isNew: false,
    isWritten: changed.values || changed.standing,
    isChanged: changed.values
  }
}

/** Index of a field within its kind. */
export const place = (kind: FieldKind, field: string): number =>
  (mergedFields[kind] as readonly string[]).indexOf(field)

/** Whether one of some fields changed. */
export const differing = (kind: FieldKind, fields: readonly string[]) => {
  const places = fields.map((field) => place(kind, field))
  return ({ state, before }: Merged<Stored>): boolean =>
    before === null || places.some((at) => before[at] !== state.values[at])
}
