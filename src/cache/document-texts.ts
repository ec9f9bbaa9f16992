import type { Awaitable } from '../core/awaitable.ts'
import { notFound } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Cache } from './cache.ts'
import { lifetimeOf } from './lifetimes.ts'

/** An object, because entries of the shared store must be objects. */
type Kept = { text: string }

const keyOf = (hash: string) => `document\0${hash}`

/** GraphQL documents by SHA-256, stored in the cache: within its memory limit, and shared between replicas that share a cache. */
export class DocumentTexts {
  readonly #cache: Cache

  constructor(cache: Cache) {
    this.#cache = cache
  }

  /** The text, or null when it is not cached or the shared store does not answer. `entry-check.ts` has verified its hash. */
  find(hash: string, scope: Scope): Awaitable<string | null> {
    const key = keyOf(hash)
    const kept = this.#cache.peek<Kept>(key)
    if (kept !== undefined) return textOf(kept.value)
    return this.#cache.isShared ? this.#findShared(key, scope.signal) : null
  }

  keep(hash: string, text: string): void {
    const value: Kept = { text }
    this.#cache.keep(keyOf(hash), value, lifetimeOf('document', value))
  }

  async #findShared(key: string, signal: AbortSignal): Promise<string | null> {
    const [outcome] = await this.#cache.read<Kept>(
      [key],
      {
        lifetime: (value) => lifetimeOf('document', value),
        // Only clients provide documents. Errors are not cached: a client may send the text to another replica at any time.
        fetch: async (keys) => keys.map(() => notFound('The document'))
      },
      signal
    )
    return outcome === undefined || outcome instanceof Error ? null : textOf(outcome.value)
  }
}

const textOf = (value: Kept | null): string | null => value?.text ?? null
