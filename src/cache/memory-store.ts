import { LRUCache } from 'lru-cache'

/**
 * The map behind the in-memory Keyv: bounded by bytes, least recently used out first. Keyv's own Map would grow
 * without end.
 */
export class MemoryStore {
  readonly #entries: LRUCache<string, object>

  /** `sizeOf` estimates the bytes an entry occupies. */
  constructor(options: { maxBytes: number; sizeOf: (entry: object, key: string) => number }) {
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (entry, key) => Math.max(1, Math.ceil(options.sizeOf(entry, key)))
    })
  }

  get(key: string): object | undefined {
    return this.#entries.get(key)
  }

  set(key: string, entry: object): this {
    this.#entries.set(key, entry)
    return this
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  delete(key: string): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }
}
