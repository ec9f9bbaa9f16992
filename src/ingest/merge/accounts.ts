import { madeUpId } from '../mapping/made-up-id.ts'
import { withPrivacy } from './handle-privacy.ts'
import { mergeHandles } from './handles.ts'
import { differing, type Merged, merge, place } from './merge.ts'
import type {
  Claim,
  ClaimWrite,
  Holder,
  MergedState,
  MergeStore,
  RowSamples,
  StoredUser,
  UserWrite
} from './merge-store.ts'
import { countsObserved, type Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

export type Accounts = {
  /** Row of each observed account, by its key in posts: id, or handle after `@`. */
  readonly pks: ReadonlyMap<string, number>
  /** Accounts that are not private. */
  readonly open: ReadonlySet<number>
  /** Accounts that became private, or are private and took over a handle: their other records are hidden like their posts. */
  readonly closed: readonly number[]
  /** Accounts whose posts may have to be hidden or shown: they became private or public, or took over posts of others. */
  readonly turned: readonly number[]
  /** Handles that several accounts were seen with. */
  readonly shared: ReadonlySet<string>
  /** Accounts whose scores may have changed. */
  readonly staleScores: ReadonlySet<number>
}

const username = place('users', 'username')
const isPrivate = place('users', 'is_private')
// Live rooms of private accounts leave search.
const isStale = differing('users', ['username', 'display_name', 'bio', 'followers', 'is_private'])

const isScoredAnew = differing('users', ['followers', 'total_likes', 'total_videos', 'is_private'])

const handleOf = ({ state }: Merged<StoredUser>): string => String(state.values[username]).toLowerCase()

export const mergeAccounts = async (store: MergeStore, observations: Observations, tally: Tally): Promise<Accounts> => {
  const { held, nameless, known, flags } = await mergeHandles(store, observations)
  const sampled: RowSamples[] = []
  const sample = (pk: number, isNew: boolean, state: MergedState) => {
    const samples = countsObserved(observations, 'users', state)
    if (samples.length > 0) sampled.push({ pk, isNew, samples })
  }
  const accounts = [...observations.users].map(([id, state]) => {
    const merged = withPrivacy(merge(state, known.get(id)), flags.get(id))
    const pk = merged.stored?.pk ?? store.nextPk('users')
    sample(pk, merged.isNew, state)
    return { id, merged, pk }
  })
  const pks = new Map(accounts.map(({ id, pk }) => [id, pk]))

  const pkOf = (claim: Claim | Holder): number => ('pk' in claim ? claim.pk : (pks.get(claim.userId) ?? 0))
  const holders = new Map<string, number>()
  const taken = new Map<string, number>()
  const claims: ClaimWrite[] = []
  const shared = new Set<string>()
  const turned: number[] = []
  for (const [handle, { holder, before, accounts, changed, privacy }] of held) {
    const pk = pkOf(holder)
    holders.set(handle, pk)
    if (before?.pk !== pk) taken.set(handle, pk)
    if (accounts.size > 1) {
      shared.add(handle)
      if (changed.length > 0) turned.push(pk)
    }
    for (const claim of changed) claims.push({ handle, pk: pkOf(claim), from: claim.from, at: claim.at, privacy })
  }
  const stale = new Set<number>(await store.freeHandles([...taken.keys()]))
  const staleScores = new Set(stale)

  const open = new Set<number>()
  const closed: number[] = []
  const takers = new Set(stale.size === 0 ? [] : taken.values())
  turned.push(...taken.values())
  const turnedNow: number[] = []
  const lookAtPrivacy = (pk: number, { state, before }: Merged<StoredUser>) => {
    const isNow = state.values[isPrivate] === 1
    if (!isNow) open.add(pk)
    const isTurned = before !== null && (before[isPrivate] === 1) !== isNow
    if (isTurned) turnedNow.push(pk)
    if (isNow && (isTurned || takers.has(pk))) closed.push(pk)
  }

  const rows: UserWrite[] = []
  for (const { id, merged, pk } of accounts) {
    // Observed accounts are among the holders; others are unchanged, unless their handle was freed above.
    const own = handleOf(merged)
    const holder = holders.get(own)
    const before = merged.stored?.handle ?? null
    const handle = holder === undefined ? before : holder === pk ? own : null
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
  const ids = await madeUpIds(
    store,
    [...byHandle.keys()].filter((handle) => !nameless.has(handle))
  )
  for (const [handle, state] of byHandle) {
    const merged = merge(state, nameless.get(handle))
    const pk = merged.stored?.pk ?? store.nextPk('users')
    pks.set(`@${handle}`, pk)
    sample(pk, merged.isNew, state)
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
  // After `freeHandles`, which first removes samples of deleted accounts.
  await store.addSamples('users', sampled)
  for (const pk of await store.giveHandles(taken, claims)) staleScores.add(pk)
  await store.noteStale('users', [...stale])
  // Records that name only one of their handles may belong to them.
  turned.push(...turnedNow, ...(await store.sharingHandles(turnedNow)))
  for (const pk of turned) staleScores.add(pk)

  for (const [handle, pk] of holders) pks.set(`@${handle}`, pk)
  return { pks, open, closed, turned, shared, staleScores }
}

const madeUpIds = async (store: MergeStore, handles: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  // Nearly always one iteration: ids made from two handles collide once in billions.
  for (let missing = [...handles]; missing.length > 0; ) {
    const candidates = missing.map((handle) => [handle, madeUpId(handle, (id) => taken.has(id))] as const)
    const stored = await store.takenIds(candidates.map(([, id]) => id))
    missing = []
    for (const [handle, id] of candidates) {
      if (stored.has(id) || taken.has(id)) missing.push(handle)
      else ids.set(handle, id)
      taken.add(id)
    }
  }
  return ids
}
