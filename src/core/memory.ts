import { LRUCache } from 'lru-cache'

/** What is kept somewhere because it may be wanted again. */
export type Evictable = {
  /** By estimate. */
  readonly bytes: number
  /** Forgets what is wanted least. */
  evict(): void
}

type Shared = { cache: Evictable; share: number }

/** What may be left when all is said to be taken: a value that does not fit makes room by several others. */
const spare = 1 / 32

/**
 * One bound for everything that is kept because it may be wanted again. Each cache has a share of it, and may take what others leave; when
 * all of it is taken, whoever is furthest above its share forgets first.
 */
export class Memory {
  readonly maxBytes: number
  readonly #caches: Shared[] = []

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    let bytes = 0
    for (const { cache } of this.#caches) bytes += cache.bytes
    return bytes
  }

  /** Whether more would soon drive out what is there. */
  get isFull(): boolean {
    return this.bytes > this.maxBytes * (1 - spare)
  }

  /** `share`: from 0 to 1; those of all caches come to no more than 1. */
  add(cache: Evictable, share: number): void {
    this.#caches.push({ cache, share: share * this.maxBytes })
  }

  /** Comes back below the bound, after something was kept. */
  fit(): void {
    while (this.bytes > this.maxBytes) this.#furthestAbove().evict()
  }

  #furthestAbove(): Evictable {
    const above = ({ cache, share }: Shared) => cache.bytes - share
    return this.#caches.reduce((most, each) => (above(each) > above(most) ? each : most)).cache
  }
}

type BoundedCacheOptions<V> = {
  memory: Memory
  share: number
  /** Estimate for one value with its key. */
  bytesOf: (value: V, key: string) => number
  /** How many values there may be besides. */
  max?: number
}

/** Values by key, of which those go first that were not asked for longest. */
export class BoundedCache<V extends object> implements Evictable {
  readonly #memory: Memory
  readonly #kept: LRUCache<string, V>
  readonly #shareBytes: number

  constructor({ memory, share, bytesOf, max }: BoundedCacheOptions<V>) {
    this.#memory = memory
    this.#shareBytes = share * memory.maxBytes
    this.#kept = new LRUCache({
      maxSize: memory.maxBytes,
      sizeCalculation: bytesOf,
      ...(max === undefined ? {} : { max })
    })
    memory.add(this, share)
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  get count(): number {
    return this.#kept.size
  }

  /** Whether another value is kept without driving out others of this shelf. */
  get hasRoom(): boolean {
    return !this.#memory.isFull || this.#kept.calculatedSize < this.#shareBytes
  }

  has(key: string): boolean {
    return this.#kept.has(key)
  }

  get(key: string): V | undefined {
    return this.#kept.get(key)
  }

  /** Keeps a value, or weighs it anew. What is heavier than the whole bound is not kept. */
  set(key: string, value: V): void {
    // A value that is there already would not be weighed.
    if (this.#kept.peek(key) === value) this.#kept.delete(key)
    this.#kept.set(key, value)
    this.#memory.fit()
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  evict(): void {
    this.#kept.pop()
  }

  clear(): void {
    this.#kept.clear()
  }
}
