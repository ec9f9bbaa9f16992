import type { Cells } from '../../store/tables/columns.ts'
import { madeUpId } from '../mapping/made-up-id.ts'

export type RemovalKind = 'post' | 'user' | 'sound'

/** A removal, which no import may undo. */
export type Removal = {
  kind: RemovalKind
  /** The id of the record; `handleId` for an account known by its handle alone, and for handles of removed accounts. */
  id: string
  /** The account with which it was removed, as `user:ID`; empty if it was removed by itself. */
  alongWith: string
  /** Unix seconds. */
  removedAt: number
  why: string | null
  /** For a handle, when the account was last seen with it. */
  until: number | null
}

/** Represents a handle, which must not be stored: the id that an account gets while only its handle is known. */
export const handleId = (handle: string): string => madeUpId(handle.toLowerCase(), () => false)

export const cellsOf = ({ kind, id, alongWith, removedAt, why, until }: Removal) =>
  [kind, id, alongWith, removedAt, why, until] as const

export const removalOf = ([kind, id, alongWith, removedAt, why, until]: Cells): Removal => ({
  // Only these kinds are written.
  kind: kind as RemovalKind,
  ...{ id: String(id), alongWith: String(alongWith), removedAt: Number(removedAt) },
  ...{ why: why === null ? null : String(why), until: until === null ? null : Number(until) }
})
