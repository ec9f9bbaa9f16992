import { type Merged, place } from './merge.ts'
import type { MergedState, PrivacyFlag, StoredUser } from './merge-store.ts'
import { isRounded, rank } from './provenance.ts'

/** Determines whether accounts are private, from observations with their ids and with their handles alone (docs/importing.md). */

const isPrivate = place('users', 'is_private')
const byId = place('users', 'is_private_by_id')

const timeOf = (own: number): number => own - rank(0, isRounded(own))

/** Marks the flag of an observation that has the account's id. */
export const flagById = ({ values, ranks }: MergedState): void => {
  values[byId] = values[isPrivate] ?? null
  ranks[byId] = ranks[isPrivate] ?? -1
  values[isPrivate] = null
  ranks[isPrivate] = -1
}

/** The flag of an account known by its handle only; null when unknown. */
export const privacyOf = ({ values, ranks }: MergedState): PrivacyFlag | null => {
  const own = ranks[isPrivate] ?? -1
  return own < 0 ? null : { isPrivate: values[isPrivate] === 1, at: timeOf(own) }
}

/** The newer of two flags; if their times are equal, the private one. */
export const newerFlag = (flag: PrivacyFlag | null, other: PrivacyFlag | null): PrivacyFlag | null => {
  if (flag === null || other === null) return flag ?? other
  return other.at > flag.at || (other.at === flag.at && other.isPrivate && !flag.isPrivate) ? other : flag
}

/** Whether a new flag with the id must be compared with the flags of handles. Not if the account is already public by its id. */
export const needsHandles = (observed: MergedState | undefined, stored: StoredUser | undefined): boolean =>
  (observed?.ranks[byId] ?? -1) >= 0 &&
  (stored?.state.values[isPrivate] === 1 || isRounded(stored?.state.ranks[isPrivate] ?? -1))

/** The flag of a handle, and the last time when the account was seen with the handle. */
export type HandleFlag = PrivacyFlag & { lastSeen: number }

/**
 * The account with its decisive flag. `flags`: of all its handles, if one of them may have changed. The flag of an observation with the id
 * decides, except that a newer flag of a handle makes the account private if it still had the handle then. Without such an observation, any
 * private handle makes it private.
 */
export const withPrivacy = (
  account: Merged<StoredUser>,
  flags: readonly HandleFlag[] | undefined
): Merged<StoredUser> => {
  const { state, before } = account
  const own = state.ranks[byId] ?? -1
  const known = state.ranks[isPrivate] ?? -1
  const isOpen = own >= 0 && state.values[byId] === 0
  if (flags === undefined && (own < 0 || (isOpen && known >= 0 && isRounded(known)))) return account
  const since = own < 0 ? Number.NEGATIVE_INFINITY : timeOf(own)
  const counted = own < 0 || isOpen ? (flags ?? []).filter(({ at, lastSeen }) => at >= since && lastSeen >= since) : []
  const closing = newest(counted.filter((flag) => flag.isPrivate))
  const byHandle = closing ?? (own < 0 ? newest(counted) : undefined)
  const value = byHandle === undefined ? (state.values[byId] ?? null) : Number(byHandle.isPrivate)
  // Ranks below any flag that was observed with the id, like a rounded value.
  const deciding = byHandle === undefined ? own : rank(byHandle.at, true)
  if (state.values[isPrivate] === value && known === deciding) return account
  state.values[isPrivate] = value
  state.ranks[isPrivate] = deciding
  return { ...account, isWritten: true, isChanged: account.isChanged || before?.[isPrivate] !== value }
}

const newest = (flags: readonly HandleFlag[]): HandleFlag | undefined =>
  flags.reduce<HandleFlag | undefined>(
    (best, flag) => (best === undefined || flag.at > best.at ? flag : best),
    undefined
  )
