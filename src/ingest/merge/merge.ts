import { type FieldKind, mergedFields, type State, type Stored } from './merge-store.ts'
import { join } from './state.ts'

/** What became of a thing: its state, which is the stored one with what was told added. */
export type Merged<S extends Stored> = {
  state: State
  stored: S | undefined
  /** The values as they were; null for a thing that was not there. */
  before: readonly (string | number | null)[] | null
  isNew: boolean
  /** Whether there is anything to write, and whether a value is another one now. */
  isWritten: boolean
  isChanged: boolean
}

export const merge = <S extends Stored>(observations: State, stored: S | undefined): Merged<S> => {
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

/** Where a field stands among those of its kind. */
export const place = (kind: FieldKind, field: string): number =>
  (mergedFields[kind] as readonly string[]).indexOf(field)

/** Whether one of some fields is another one now. */
export const differing = (kind: FieldKind, fields: readonly string[]) => {
  const places = fields.map((field) => place(kind, field))
  return ({ state, before }: Merged<Stored>): boolean =>
    before === null || places.some((at) => before[at] !== state.values[at])
}
