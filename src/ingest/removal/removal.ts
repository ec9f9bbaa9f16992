import type { Cells } from '../../store/tables/columns.ts'
import { madeUpId } from '../mapping/made-up-id.ts'

export type RemovalKind = 'post' | 'user' | 'sound'

/** That no import may bring a record. */
export type Removal = {
  kind: RemovalKind
  /** Of an account that is known by its handle alone, and of handles of removed accounts: `handleId`. */
  id: string
  /** The account that took it along, as `user:ID`; empty where it was removed by itself. */
  alongWith: string
  /** Unix seconds. */
  removedAt: number
  why: string | null
  /** Of a handle: when the account was last seen with it. */
  until: number | null
}

/** What stands for a handle, which is not kept: the id that an account gets while only its handle is known. */
export const handleId = (handle: string): string => madeUpId(handle.toLowerCase(), () => false)

export const cellsOf = ({ kind, id, alongWith, removedAt, why, until }: Removal) =>
  [kind, id, alongWith, removedAt, why, until] as const

export const removalOf = ([kind, id, alongWith, removedAt, why, until]: Cells): Removal => ({
  // Nothing else is written.
  kind: kind as RemovalKind,
  ...{ id: String(id), alongWith: String(alongWith), removedAt: Number(removedAt) },
  ...{ why: why === null ? null : String(why), until: until === null ? null : Number(until) }
})
