import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { DecodedPost, DecodedUser } from '../mapping/decoder.ts'
import { isMadeUp } from '../mapping/made-up-id.ts'
import type { Claim, MergeStore } from '../merge/merge-store.ts'
import { isNewer, type Observation, type Observations } from '../merge/observe.ts'
import { observedAt } from '../merge/provenance.ts'
import { handleId, type Removal } from './removal.ts'

/** The removed account that owns a record, as in `alongWith`; null if the owner is not removed. */
type Owner = string | null

/** Finds removed records in an import. Newly found records of removed accounts are removed as well. */
export class RemovedRecords {
  readonly #store: MergeStore
  readonly #ids = { post: new Set<string>(), sound: new Set<string>() }
  /** Removed accounts and handle ids, with the time until which a handle belonged to the account. */
  readonly #users = new Map<string, { owner: string; until: number | null }>()
  /** Accounts that were removed while only their handle was known, and whose id is known now. */
  readonly #identified = new Set<string>()
  readonly #now = Math.floor(Date.now() / 1000)
  /** By their key in the table, because PostgreSQL writes no row twice in one statement. */
  readonly #learned = new Map<string, Removal>()

  constructor(store: MergeStore, removals: readonly Removal[]) {
    this.#store = store
    for (const removal of removals) this.#add(removal)
  }

  get isEmpty(): boolean {
    return this.#users.size + this.#ids.post.size + this.#ids.sound.size === 0
  }

  /** New removals since the last call. */
  takeLearned(): readonly Removal[] {
    const learned = [...this.#learned.values()]
    this.#learned.clear()
    return learned
  }

  /** Whether a record is removed. Deletes a removed sound from its posts. `observations`: observations waiting to be merged. */
  has({ decoded }: Observation, observations: Observations): Awaitable<boolean> {
    const { collectedAt } = decoded.seen
    const isOf = (user: DecodedUser, since = 0) =>
      andThen(this.#ownerOf(user, observedAt(collectedAt, since), observations), isOwned)
    switch (decoded.kind) {
      case 'post':
        return this.#hasPost(decoded.post, observedAt(collectedAt, decoded.post.created_at), observations)
      case 'user':
        return isOf(decoded.user)
      case 'live_room':
        return isOf(decoded.live_room.streamer, decoded.live_room.started_at ?? 0)
      case 'collection':
        return decoded.collection.owner !== null && isOf(decoded.collection.owner)
      case 'relation': {
        const { owner, member } = decoded.relation
        const isRemoved = (key: string | null) => this.#hasKey(key ?? '', observedAt(collectedAt), observations)
        return andThen(isRemoved(owner), (is) => is || isRemoved(member))
      }
      case 'sound':
        return this.#hasSound(decoded.sound)
      default:
        return false
    }
  }

  #hasPost(post: DecodedPost, at: number, observations: Observations): Awaitable<boolean> {
    if (this.#ids.post.has(post.post_id)) return true
    if (post.sound !== null && this.#hasSound(post.sound)) post.sound = null
    if (post.author === null) return false
    return andThen(this.#ownerOf(post.author, at, observations), (owner) => {
      // Other feeds may have the post without its author.
      if (owner !== null && owner !== '') this.#learn({ kind: 'post', id: post.post_id, alongWith: owner, until: null })
      return owner !== null
    })
  }

  /** Whether an account or a post in a list is removed. */
  #hasKey(key: string, at: number, observations: Observations): Awaitable<boolean> {
    if (!key.startsWith('@')) return this.#ids.post.has(key) || this.#users.has(key)
    return andThen(this.#ownerOf({ user_id: null, username: key.slice(1) }, at, observations), isOwned)
  }

  #hasSound({ sound_id }: NonNullable<DecodedPost['sound']>): boolean {
    return sound_id !== null && this.#ids.sound.has(sound_id)
  }

  /** The owner of an account's records; empty if either a removed account or another one may have had the handle. */
  #ownerOf({ user_id, username }: DecodedUser, at: number, observations: Observations): Awaitable<Owner> {
    if (this.#users.size === 0) return null
    const handle = username.toLowerCase()
    const id = handleId(handle)
    const byHandle = this.#users.get(id)
    if (user_id !== null && !isMadeUp(user_id)) {
      const byId = this.#users.get(user_id)
      if (byId !== undefined) {
        if (byHandle === undefined || at > (byHandle.until ?? at))
          this.#learn({ kind: 'user', id, alongWith: byId.owner, until: at })
        return byId.owner
      }
      // The first account seen with the handle of a removed account that was known by its handle alone.
      if (byHandle?.owner !== `user:${id}` || this.#identified.has(byHandle.owner)) return null
      this.#learn({ kind: 'user', id: user_id, alongWith: byHandle.owner, until: null })
      return byHandle.owner
    }
    if (byHandle === undefined) return null
    const { owner, until } = byHandle
    return andThen(this.#store.handles([handle]), (stored) => {
      const claims: Claim[] = [...(stored.get(handle)?.accounts ?? []), ...(observations.claims.get(handle) ?? [])]
      if (claims.length === 0) return owner
      const { userId } = claims.reduce((best, claim) => (isNewer(claim, best) ? claim : best))
      const from = Math.min(...claims.filter((claim) => claim.userId === userId).map((claim) => claim.from))
      return at <= (until ?? at) || at < from ? '' : null
    })
  }

  #learn(learned: Pick<Removal, 'kind' | 'id' | 'alongWith' | 'until'>): void {
    const removal = { ...learned, removedAt: this.#now, why: null }
    this.#learned.set([learned.kind, learned.id, learned.alongWith].join(' '), removal)
    this.#add(removal)
  }

  #add({ kind, id, alongWith, until, removedAt }: Removal): void {
    if (kind !== 'user') {
      this.#ids[kind].add(id)
      return
    }
    const owner = alongWith === '' ? `user:${id}` : alongWith
    const known = this.#users.get(id)
    const last = isMadeUp(id) ? Math.max(until ?? removedAt, known?.until ?? Number.NEGATIVE_INFINITY) : null
    this.#users.set(id, { owner: alongWith === '' ? owner : (known?.owner ?? owner), until: last })
    if (alongWith !== '' && isMadeUp(alongWith.slice('user:'.length))) this.#identified.add(alongWith)
  }
}

const isOwned = (owner: Owner): boolean => owner !== null
