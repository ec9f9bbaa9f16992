import type { Awaitable } from '../core/awaitable.ts'
import { notFound } from '../core/errors.ts'
import type { Cache } from './cache.ts'
import { lifetimeOf, type TextKind } from './lifetimes.ts'

/** An object, because entries of the shared store must be objects. */
type Kept = { text: string }

const { signal: waitsOn } = new AbortController()

/** Texts by key, stored in the cache: within its memory limit, and shared between replicas that share a cache. */
export class CachedTexts {
  readonly #kind: TextKind
  readonly #cache: () => Cache

  /** `cache`: called on first use, because the source is opened before its cache exists. */
  constructor(kind: TextKind, cache: () => Cache) {
    this.#kind = kind
    this.#cache = cache
  }

  /** The text, or null when it is not cached or the shared store does not answer. `entry-check.ts` has verified it. */
  get(key: string, signal: AbortSignal = waitsOn): Awaitable<string | null> {
    const cached = this.#cache().peek<Kept>(this.#keyOf(key))
    if (cached !== undefined) return textOf(cached.value)
    return this.#cache().isShared ? this.#getShared(this.#keyOf(key), signal) : null
  }

  /** Does not replace a cached text: pages of posts name the same hashtags again and again. */
  set(key: string, text: string): void {
    if (this.#cache().peek(this.#keyOf(key)) !== undefined) return
    const value: Kept = { text }
    this.#cache().keep(this.#keyOf(key), value, lifetimeOf(this.#kind, value))
  }

  #keyOf(key: string): string {
    return `${this.#kind}\0${key}`
  }

  async #getShared(key: string, signal: AbortSignal): Promise<string | null> {
    const [outcome] = await this.#cache().read<Kept>(
      [key],
      {
        lifetime: (value) => lifetimeOf(this.#kind, value),
        // Texts have no source. A missing text is an error, which is not cached: another replica may store it at any time.
        fetch: async (keys) => keys.map(() => notFound('The text'))
      },
      signal
    )
    return outcome === undefined || outcome instanceof Error ? null : textOf(outcome.value)
  }
}

const textOf = (value: Kept | null): string | null => value?.text ?? null
