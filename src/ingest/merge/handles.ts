import { type HandleFlag, needsHandles, newerFlag, privacyOf } from './handle-privacy.ts'
import type { Claim, Holder, MergeStore, PrivacyFlag, StoredUser } from './merge-store.ts'
import { isNewer, type Observations } from './observe.ts'
import { unknownState } from './state.ts'

/** A handle that accounts with an id were seen with. */
export type HeldHandle = {
  /** The account that was seen with it last. */
  readonly holder: Claim | Holder
  /** The previous holder. */
  readonly before: Holder | undefined
  /** All accounts seen with it, by id. */
  readonly accounts: ReadonlyMap<string, Claim | Holder>
  readonly changed: readonly (Claim | Holder)[]
  /** Whether its account is private, from observations with the handle alone; null when unknown. */
  readonly privacy: PrivacyFlag | null
}

type HandleOwners = {
  readonly held: ReadonlyMap<string, HeldHandle>
  /** Previous states of accounts known by handle only. */
  readonly nameless: ReadonlyMap<string, StoredUser>
  /** Accounts with an id, by id: the observed ones, and those with handles of changed privacy, which are added to the observations. */
  readonly known: ReadonlyMap<string, StoredUser>
  /** Flags of all handles, by account id, of accounts that may have become private or public by them. */
  readonly flags: ReadonlyMap<string, readonly HandleFlag[]>
}

const newest = <C extends Claim>(claims: Iterable<C>): C | undefined =>
  [...claims].reduce<C | undefined>(
    (best, sighting) => (best === undefined || isNewer(sighting, best) ? sighting : best),
    undefined
  )

/** Merges two claims of the same account. */
const merged = (known: Claim | Holder | undefined, { from, at, ...claim }: Claim): Claim | Holder =>
  known === undefined
    ? { ...claim, from, at }
    : { ...known, from: Math.min(known.from, from), at: Math.max(known.at, at) }

/**
 * Merges which accounts were seen with which handles. The privacy of a handle applies to all accounts ever seen with it, because it is unknown
 * which of them was observed, and no account becomes public because its handle passes to another one.
 */
export const mergeHandles = async (store: MergeStore, observations: Observations): Promise<HandleOwners> => {
  const { claims, nameless, privacy, users } = observations
  const handles = [...new Set([...claims.keys(), ...nameless.keys()])]
  const stored = await store.handles(handles)
  const before = await store.nameless(handles.filter((handle) => !stored.has(handle)))
  const known = new Map(await store.users([...users.keys()]))
  const held = new Map<string, HeldHandle>()
  const unsettled = new Set([...users.keys()].filter((id) => needsHandles(users.get(id), known.get(id))))
  for (const handle of handles) {
    const former = stored.get(handle)
    const accounts = new Map<string, Claim | Holder>(former?.accounts.map((claim) => [claim.userId, claim]))
    const changed: (Claim | Holder)[] = []
    for (const observed of claims.get(handle) ?? []) {
      const { userId } = observed
      const claim = accounts.get(userId)
      const now = merged(claim, observed)
      if (claim !== undefined && now.from === claim.from && now.at === claim.at) continue
      changed.push(now)
      accounts.set(userId, now)
    }
    const holder = newest(accounts.values())
    if (holder === undefined) continue
    const alone = before.get(handle)
    const knownBefore = former?.privacy ?? null
    const observed = newerFlag(alone ? privacyOf(alone.state) : null, privacy.get(handle) ?? null)
    const flag = newerFlag(knownBefore, observed)
    const isChanged = flag !== knownBefore
    const touched = isChanged ? [...accounts.values()] : changed
    if (flag !== null) for (const { userId } of touched) unsettled.add(userId)
    held.set(handle, { holder, accounts, privacy: flag, before: newest(former?.accounts ?? []), changed: touched })
  }
  const added = [...unsettled].filter((id) => !users.has(id))
  for (const id of added) users.set(id, unknownState('users'))
  for (const [id, user] of await store.users(added)) known.set(id, user)
  return { held, nameless: before, known, flags: await flagsOf(store, unsettled, held) }
}

const flagsOf = async (
  store: MergeStore,
  ids: ReadonlySet<string>,
  held: ReadonlyMap<string, HeldHandle>
): Promise<ReadonlyMap<string, readonly HandleFlag[]>> => {
  const flags = new Map<string, HandleFlag[]>([...ids].map((id) => [id, []]))
  const add = (userId: string, privacy: PrivacyFlag | null, lastSeen: number) => {
    if (privacy !== null) flags.get(userId)?.push({ ...privacy, lastSeen })
  }
  for (const [userId, handles] of await store.handlesOf([...ids])) {
    for (const { handle, privacy, at } of handles) if (!held.has(handle)) add(userId, privacy, at)
  }
  for (const { accounts, privacy } of held.values()) {
    for (const { userId, at } of accounts.values()) add(userId, privacy, at)
  }
  return flags
}
