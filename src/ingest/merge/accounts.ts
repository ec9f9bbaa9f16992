import { madeUpId } from './made-up-id.ts'
import { differing, type Merged, merge, place } from './merge.ts'
import type { Holder, MergeStore, RowSamples, State, StoredUser, UserWrite } from './merge-store.ts'
import { countsObserved, isNewer, type Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

export type Accounts = {
  /** Row of each observed account, keyed as posts refer to it: by id, or by handle after `@`. */
  readonly pks: ReadonlyMap<string, number>
  /** Those that are not private. */
  readonly open: ReadonlySet<number>
  /** Accounts whose posts may have to be hidden or shown: they became private or public, or took over posts of others. */
  readonly turned: readonly number[]
  /** Accounts whose scores may have changed. */
  readonly staleScores: ReadonlySet<number>
}

const username = place('users', 'username')
const isPrivate = place('users', 'is_private')
// Live rooms of private accounts leave search.
const isStale = differing('users', ['username', 'display_name', 'bio', 'followers', 'is_private'])

const isScoredAnew = differing('users', ['followers', 'total_likes', 'is_private'])

const handleOf = ({ state }: Merged<StoredUser>): string => String(state.values[username]).toLowerCase()

export const mergeAccounts = async (store: MergeStore, observations: Observations, tally: Tally): Promise<Accounts> => {
  const known = await store.users([...observations.users.keys()])
  const sampled: RowSamples[] = []
  const sample = (pk: number, state: State) => {
    const samples = countsObserved(observations, 'users', state)
    if (samples.length > 0) sampled.push({ pk, samples })
  }
  const accounts = [...observations.users].map(([id, state]) => {
    const merged = merge(state, known.get(id))
    const pk = merged.stored?.pk ?? store.nextPk('users')
    sample(pk, state)
    return { id, merged, pk }
  })
  const pks = new Map(accounts.map(({ id, pk }) => [id, pk]))

  const holders = new Map(
    await store.holders([...new Set([...observations.claims.keys(), ...observations.nameless.keys()])])
  )
  const taken = new Map<string, Holder>()
  const renewed = new Map<string, Holder>()
  for (const [handle, claim] of observations.claims) {
    const before = holders.get(handle)
    if (before !== undefined && !isNewer(claim, before)) continue
    const holder = { ...claim, pk: pks.get(claim.userId) ?? 0 }
    holders.set(handle, holder)
    if (before?.pk === holder.pk) renewed.set(handle, holder)
    else taken.set(handle, holder)
  }
  const stale = new Set<number>(await store.freeHandles([...taken.keys()]))
  const staleScores = new Set(stale)

  const open = new Set<number>()
  const turned = [...taken.values()].map(({ pk }) => pk)
  const lookAtPrivacy = (pk: number, { state, before }: Merged<StoredUser>) => {
    const isNow = state.values[isPrivate] === 1
    if (!isNow) open.add(pk)
    if (before !== null && (before[isPrivate] === 1) !== isNow) turned.push(pk)
  }

  const rows: UserWrite[] = []
  for (const { id, merged, pk } of accounts) {
    // Observed accounts are among the holders; others are unchanged, unless their handle was freed above.
    const own = handleOf(merged)
    const holder = holders.get(own)
    const before = merged.stored?.handle ?? null
    const handle = holder === undefined ? before : holder.pk === pk ? own : null
    count(tally, 'users', merged)
    const takesHandle = handle !== before || taken.has(own)
    if (merged.isWritten || takesHandle) {
      const { state, isNew, isChanged } = merged
      rows.push({ pk, state, isNew, isChanged, id, handle, takesHandle, hasId: true })
    }
    if (isStale(merged) || handle !== before) stale.add(pk)
    if (isScoredAnew(merged) || handle !== before) staleScores.add(pk)
    lookAtPrivacy(pk, merged)
  }

  const byHandle = new Map([...observations.nameless].filter(([handle]) => !holders.has(handle)))
  const nameless = await store.nameless([...byHandle.keys()])
  const ids = await madeUpIds(
    store,
    [...byHandle.keys()].filter((handle) => !nameless.has(handle))
  )
  for (const [handle, state] of byHandle) {
    const merged = merge(state, nameless.get(handle))
    const pk = merged.stored?.pk ?? store.nextPk('users')
    pks.set(`@${handle}`, pk)
    sample(pk, state)
    count(tally, 'users', merged)
    const id = merged.stored?.id ?? ids.get(handle) ?? ''
    if (merged.isWritten) {
      const { state, isNew, isChanged } = merged
      rows.push({ pk, state, isNew, isChanged, id, handle, takesHandle: isNew, hasId: false })
    }
    if (isStale(merged)) stale.add(pk)
    if (isScoredAnew(merged)) staleScores.add(pk)
    lookAtPrivacy(pk, merged)
  }
  await store.writeUsers(rows)
  // After `freeHandles`, so that what it removes is gone before.
  await store.addSamples('users', sampled)
  for (const { pk } of taken.values()) staleScores.add(pk)
  for (const pk of await store.giveHandles(taken, renewed)) staleScores.add(pk)
  await store.noteStale('users', [...stale])

  for (const [handle, { pk }] of holders) pks.set(`@${handle}`, pk)
  return { pks, open, turned, staleScores }
}

const madeUpIds = async (store: MergeStore, handles: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  // Nearly always one iteration: ids made from two handles collide once in billions.
  for (let missing = [...handles]; missing.length > 0; ) {
    const made = missing.map((handle) => [handle, madeUpId(handle, (id) => taken.has(id))] as const)
    const stored = await store.takenIds(made.map(([, id]) => id))
    missing = []
    for (const [handle, id] of made) {
      if (stored.has(id) || taken.has(id)) missing.push(handle)
      else ids.set(handle, id)
      taken.add(id)
    }
  }
  return ids
}
