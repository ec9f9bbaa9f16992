import { LRUCache } from 'lru-cache'

/** What is kept somewhere because it may be wanted again. */
export type Keeper = {
  /** By estimate. */
  readonly bytes: number
  /** Forgets what is wanted least. */
  forget(): void
}

type Shared = { keeper: Keeper; share: number }

/** What may be left when all is said to be taken: a value that does not fit makes room by several others. */
const spare = 1 / 32

/**
 * One bound for everything that is kept because it may be wanted again. Each keeper has a share of it, and may take what others leave; when
 * all of it is taken, whoever is furthest above its share forgets first.
 */
export class Memory {
  readonly maxBytes: number
  readonly #keepers: Shared[] = []

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get bytes(): number {
    let bytes = 0
    for (const { keeper } of this.#keepers) bytes += keeper.bytes
    return bytes
  }

  /** Whether more would soon drive out what is there. */
  get isFull(): boolean {
    return this.bytes > this.maxBytes * (1 - spare)
  }

  /** `share`: from 0 to 1; those of all keepers come to no more than 1. */
  add(keeper: Keeper, share: number): void {
    this.#keepers.push({ keeper, share: share * this.maxBytes })
  }

  /** Comes back below the bound, after something was kept. */
  fit(): void {
    while (this.bytes > this.maxBytes) this.#furthestAbove().forget()
  }

  #furthestAbove(): Keeper {
    const above = ({ keeper, share }: Shared) => keeper.bytes - share
    return this.#keepers.reduce((most, each) => (above(each) > above(most) ? each : most)).keeper
  }
}

type ShelfOptions<V> = {
  memory: Memory
  share: number
  /** Estimate for one value with its key. */
  bytesOf: (value: V, key: string) => number
  /** How many values there may be besides. */
  max?: number
}

/** Values by key, of which those go first that were not asked for longest. */
export class Shelf<V extends object> implements Keeper {
  readonly #memory: Memory
  readonly #kept: LRUCache<string, V>
  readonly #shareBytes: number

  constructor({ memory, share, bytesOf, max }: ShelfOptions<V>) {
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

  forget(): void {
    this.#kept.pop()
  }

  forgetAll(): void {
    this.#kept.clear()
  }
}
