import type { Awaitable } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import { BoundedCache, type Memory } from '../core/memory.ts'
import { RecentlySeen } from '../core/recently-seen.ts'
import { SingleFlight } from '../core/single-flight.ts'
import type { Lifetime } from '../store/kinds.ts'
import type { Freshness, OnFreshness } from '../store/source.ts'
import { type Entry, isFuture } from './entry.ts'
import type { SharedStore } from './shared-store.ts'

/** An entry, and whether it came from the cache. */
export type CacheResult<T> = Entry<T> & { cached: boolean }

/** Values for keys, in order. An Error fails its key alone and is not cached. */
export type Fetch<T> = (
  keys: readonly string[],
  signal: AbortSignal,
  onFreshness: OnFreshness
) => Promise<readonly (T | null | Error)[]>

type CacheOptions = {
  /** Limits the memory level. */
  memory: Memory
  /** The level that replicas share; null without one. */
  shared?: SharedStore | null
  now?: () => number
  /** From 0 to 1; spreads expiry times, so that entries read together are not refreshed together. */
  random?: () => number
}

/** Converts a value into a form that is cheap for the garbage collector. */
export type Compact<T> = (value: T) => unknown

/** How to fetch values, how long they stay fresh, and their compact form for the memory level. */
type Supply<T> = { lifetime: (value: T | null) => Lifetime; fetch: Fetch<T>; compact?: Compact<T> | undefined }
/** How an entry may be used: as an answer, as an answer while it is refreshed, or only if refreshing fails. */
type EntryUse = 'fresh' | 'stale' | 'fallback' | 'none'

/** How long a reader waits for a refresh when a stale entry exists. */
const maxWaitMs = 1_000
/** How long a refresh may take. */
const renewalMs = 10_000
const jitter = 0.1

/**
 * Caches what the source returned, in memory and optionally in a store shared by replicas. Fresh entries cost no call, concurrent reads of
 * a key share one call, and stale entries are served while the source fails.
 */
export class Cache {
  /** Entries of all kinds: a key belongs to one kind of value, because the kind is part of the key. */
  readonly #memory: BoundedCache<Entry<unknown>>
  /** Keys that were not cached because memory was full. */
  readonly #turnedAway = new RecentlySeen()
  readonly #shared: SharedStore | null
  readonly #flights = new SingleFlight<CacheResult<unknown> | Error>()
  readonly #renewals = new SingleFlight<CacheResult<unknown> | Error>(renewalMs)
  readonly #now: () => number
  readonly #random: () => number
  /** Reads started before a clear are not cached. */
  #epoch = 0
  /** Time after which no cached entry may be served for a failing source. */
  #lastsUntil = 0

  constructor(options: CacheOptions) {
    this.#now = options.now ?? Date.now
    this.#random = options.random ?? Math.random
    this.#shared = options.shared ?? null
    this.#memory = new BoundedCache({ memory: options.memory, share: 1 / 2, bytesOf: estimatedBytes })
  }

  get bytes(): number {
    return this.#memory.bytes
  }

  /** Number of `clear` calls. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether some entries may be served while the source fails. */
  get isUseful(): boolean {
    return this.#memory.bytes > 0 && this.#now() < this.#lastsUntil
  }

  /** Whether entries are shared with other processes, which must be asked first. */
  get isShared(): boolean {
    return this.#shared !== null
  }

  /** The fresh entry in memory, if any. Synchronous, so that a hit costs no promise. */
  peek<T>(key: string): Entry<T> | undefined {
    const entry = this.#held<T>(key)
    return entry !== undefined && this.isFresh(entry) ? entry : undefined
  }

  isFresh(entry: Entry<unknown>, now = this.#now()): boolean {
    return entry.freshUntil > now && !isFuture(entry.at, now)
  }

  /** The outcome per key, in order; an Error for a key that could not be read. */
  async read<T>(keys: readonly string[], supply: Supply<T>, signal: AbortSignal): Promise<(CacheResult<T> | Error)[]> {
    const outcomes = await Promise.all(
      this.#flights.join(keys, signal, (wanted, together) => this.#load(wanted, supply, together))
    )
    // Flights of a key have the type of the key's kind.
    return outcomes as (CacheResult<T> | Error)[]
  }

  /** Forgets everything after the data set was replaced. `namespace`: where the shared level stores entries from now on. */
  clear(namespace: string): void {
    this.#epoch += 1
    this.#lastsUntil = 0
    // Reads from now on must not join those of the former data.
    this.#flights.clear()
    this.#renewals.clear()
    this.#memory.clear()
    this.#shared?.moveTo(namespace)
  }

  async close(): Promise<void> {
    await this.#shared?.close()
  }

  async #load<T>(
    keys: readonly string[],
    supply: Supply<T>,
    signal: AbortSignal
  ): Promise<Awaitable<CacheResult<T> | Error>[]> {
    const entries = await this.#cachedEntries(keys, supply)
    const now = this.#now()
    const uses = entries.map((entry) => (entry === undefined ? 'none' : this.#useOf(entry, supply, now)))
    const keysOfUse = (use: EntryUse) => keys.filter((_, index) => uses[index] === use)
    const stale = keysOfUse('stale').filter((key) => !this.#renewals.has(key))
    if (stale.length > 0) this.#renew(stale, supply)
    const fallbacks = keysOfUse('fallback')
    const renewed = this.#renew(fallbacks, supply)
    const missing = keysOfUse('none')
    const fetched = missing.length === 0 ? nothing : this.#fetch(missing, supply, signal).catch(toError)
    return entries.map((entry, index) => {
      const key = keys[index] ?? ''
      if (entry === undefined || uses[index] === 'none') {
        // A failed fetch fails only the keys it was for, not those served from the cache.
        return fetched.then((list) => (list instanceof Error ? list : (list[missing.indexOf(key)] as CacheResult<T>)))
      }
      if (uses[index] !== 'fallback') return { ...entry, cached: true }
      return orFallBack(renewed[fallbacks.indexOf(key)] as Promise<CacheResult<T> | Error>, entry)
    })
  }

  #useOf<T>(entry: Entry<T>, { lifetime }: Supply<T>, now: number): EntryUse {
    if (this.isFresh(entry, now)) return 'fresh'
    const { revalidateMs, onErrorMs } = lifetime(entry.value)
    if (now < entry.freshUntil + revalidateMs && !isFuture(entry.at, now)) return 'stale'
    return now < entry.freshUntil + onErrorMs ? 'fallback' : 'none'
  }

  /** Entries of the memory level, completed from the shared level. */
  async #cachedEntries<T>(keys: readonly string[], { lifetime }: Supply<T>): Promise<(Entry<T> | undefined)[]> {
    const entries = keys.map((key) => this.#held<T>(key))
    const now = this.#now()
    const lacking = keys.filter((_, index) => {
      const entry = entries[index]
      return entry === undefined || !this.isFresh(entry, now)
    })
    if (this.#shared === null || lacking.length === 0) return entries
    const epoch = this.#epoch
    const shared = await this.#shared.get(lacking)
    if (epoch !== this.#epoch) return keys.map(() => undefined)
    return keys.map((key, index) => {
      const ours = entries[index]
      // Both levels hold values that this cache stored under the same key.
      const theirs = shared[lacking.indexOf(key)] as Entry<T> | undefined
      if (theirs === undefined || theirs.at <= (ours?.at ?? 0)) return ours
      this.#hold(key, theirs, lifetime(theirs.value))
      return theirs
    })
  }

  #held<T>(key: string): Entry<T> | undefined {
    // An entry has the type of its key's kind.
    return this.#memory.get(key) as Entry<T> | undefined
  }

  /**
   * Stores the compact form, whose size is known: much of what is requested once is never requested again. When memory is full, only a
   * repeated request is stored, and only if it repeats within as many requests as there are entries: an older one would be evicted before
   * its next use.
   */
  #hold<T>(key: string, entry: Entry<T>, { onErrorMs }: Lifetime, compact?: Compact<T>): void {
    if (onErrorMs > 0) this.#lastsUntil = Math.max(this.#lastsUntil, entry.freshUntil + onErrorMs)
    const isStored = this.#memory.has(key) || this.#memory.hasRoom || this.#turnedAway.note(key, this.#memory.count)
    if (isStored) this.#memory.set(key, compacted(entry, compact))
  }

  /** Refreshes keys, once for all concurrent readers. Readers need not wait for it. */
  #renew<T>(keys: readonly string[], supply: Supply<T>): Promise<CacheResult<T> | Error>[] {
    const renewed = this.#renewals.join(keys, null, (wanted, signal) => this.#fetch(wanted, supply, signal))
    // Flights of a key have the type of the key's kind.
    return renewed as Promise<CacheResult<T> | Error>[]
  }

  async #fetch<T>(
    keys: readonly string[],
    supply: Supply<T>,
    signal: AbortSignal
  ): Promise<(CacheResult<T> | Error)[]> {
    const epoch = this.#epoch
    const freshness: Freshness[] = []
    const fetched = await supply.fetch(keys, signal, (index, found) => {
      freshness[index] = found
    })
    return keys.map((key, index) => {
      const value = fetched[index] ?? null
      if (value instanceof Error) return value
      const lifetime = supply.lifetime(value)
      const entry =
        epoch === this.#epoch
          ? this.keep(key, value, lifetime, supply.compact, freshness[index])
          : this.#entryOf(value, lifetime, freshness[index])
      return { ...entry, cached: false }
    })
  }

  /** The entry has the age of the answer, and stays fresh no longer than its source allows. */
  #entryOf<T>(value: T | null, { freshMs }: Lifetime, { ageMs, leftMs }: Freshness = justRead): Entry<T> {
    const now = this.#now()
    const at = now - ageMs
    const ownMs = Math.ceil(freshMs * (1 - jitter * this.#random()))
    return { value, at, freshUntil: Math.min(at + ownMs, now + (leftMs ?? ownMs)) }
  }

  /** Stores a value that the source just returned. */
  keep<T>(key: string, value: T | null, lifetime: Lifetime, compact?: Compact<T>, freshness?: Freshness): Entry<T> {
    const { onErrorMs, revalidateMs } = lifetime
    const entry = this.#entryOf(value, lifetime, freshness)
    this.#hold(key, entry, lifetime, compact)
    const keepMs = entry.freshUntil - this.#now() + Math.max(onErrorMs, revalidateMs)
    if (keepMs > 0) void this.#shared?.set(key, entry, keepMs)
    return entry
  }

  /** Replaces the form of an entry unless a newer entry exists. The shared level keeps its form. */
  reshape(key: string, entry: Entry<unknown>): void {
    if (this.#memory.get(key)?.at === entry.at) this.#memory.set(key, entry)
  }
}

const justRead: Freshness = { ageMs: 0, leftMs: null }

const nothing = Promise.resolve([])

const compacted = <T>(entry: Entry<T>, compact: Compact<T> | undefined): Entry<unknown> =>
  compact === undefined || entry.value === null ? entry : { ...entry, value: compact(entry.value) }

/** The refreshed entry, or the cached one if refreshing fails or takes too long. */
const orFallBack = async <T>(
  renewal: Promise<CacheResult<T> | Error>,
  entry: Entry<T>
): Promise<CacheResult<T> | Error> => {
  const { promise: late, resolve } = Promise.withResolvers<Error>()
  const timer = setTimeout(() => resolve(new ApiError('UPSTREAM_TIMEOUT')), maxWaitMs)
  const outcome = await Promise.race([renewal, late]).catch(toError)
  clearTimeout(timer)
  return outcome instanceof Error && isPassing(outcome) ? { ...entry, cached: true } : outcome
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error })

/** Whether a stale entry may be served instead: the source failed or allows no more calls, and the request itself is valid. */
const isPassing = (error: Error): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.code === 'RATE_LIMITED')

const entryBytes = 250
/** Memory of a buffer besides its bytes. */
const bufferBytes = 300

const estimatedBytes = (entry: Entry<unknown>, key: string) => entryBytes + key.length + valueBytes(entry.value)

/** Estimated memory of a value; measured with records of every kind. */
const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return bufferBytes + value.length
  let bytes = 48
  if (Array.isArray(value)) for (const part of value) bytes += 8 + valueBytes(part)
  // `Object.values` would allocate a list per record and doubles the time of this function.
  else for (const key in value) bytes += 8 + valueBytes((value as Record<string, unknown>)[key])
  return bytes
}
