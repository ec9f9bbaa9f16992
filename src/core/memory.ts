import { LRUCache } from 'lru-cache'

/** A cache that can give up entries on demand. */
export type Evictable = {
  /** Estimated size. */
  readonly bytes: number
  /** Evicts the least recently used entry. */
  evict(): void
}

type SharedCache = { cache: Evictable; share: number }

/** Slack below the limit, because evicting for one value may free several. */
const spare = 1 / 32

/**
 * One memory limit for all caches. Each cache has a share and may use what others leave; at the limit, the cache furthest above its share
 * evicts first.
 */
export class Memory {
  readonly maxBytes: number
  readonly #caches: SharedCache[] = []

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    let bytes = 0
    for (const { cache } of this.#caches) bytes += cache.bytes
    return bytes
  }

  /** Whether adding more would soon evict existing entries. */
  get isFull(): boolean {
    return this.bytes > this.maxBytes * (1 - spare)
  }

  /** `share`: from 0 to 1; all shares together are at most 1. */
  add(cache: Evictable, share: number): void {
    this.#caches.push({ cache, share: share * this.maxBytes })
  }

  /** Evicts until the total is below the limit. Call it after adding an entry. */
  fit(): void {
    while (this.bytes > this.maxBytes) this.#furthestAbove().evict()
  }

  #furthestAbove(): Evictable {
    const above = ({ cache, share }: SharedCache) => cache.bytes - share
    return this.#caches.reduce((most, other) => (above(other) > above(most) ? other : most)).cache
  }
}

type BoundedCacheOptions<V> = {
  memory: Memory
  share: number
  /** Estimated size of a value with its key. */
  bytesOf: (value: V, key: string) => number
  /** Maximum number of entries; unlimited when absent. */
  max?: number
}

/** An LRU cache within a shared memory limit. */
export class BoundedCache<V extends object> implements Evictable {
  readonly #memory: Memory
  readonly #entries: LRUCache<string, V>
  readonly #shareBytes: number

  constructor({ memory, share, bytesOf, max }: BoundedCacheOptions<V>) {
    this.#memory = memory
    this.#shareBytes = share * memory.maxBytes
    this.#entries = new LRUCache({
      maxSize: memory.maxBytes,
      sizeCalculation: bytesOf,
      ...(max === undefined ? {} : { max })
    })
    memory.add(this, share)
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get count(): number {
    return this.#entries.size
  }

  /** Whether an entry can be added without evicting others of this cache. */
  get hasRoom(): boolean {
    return !this.#memory.isFull || this.#entries.calculatedSize < this.#shareBytes
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Adds or replaces a value. A value larger than the whole limit is not cached. */
  set(key: string, value: V): void {
    // LRUCache does not measure a value again that it already holds.
    if (this.#entries.peek(key) === value) this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#memory.fit()
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  evict(): void {
    this.#entries.pop()
  }

  clear(): void {
    this.#entries.clear()
  }
}
