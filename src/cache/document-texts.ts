import type { Awaitable } from '../core/awaitable.ts'
import { notFound } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Cache } from './cache.ts'
import { lifetimeOf } from './lifetimes.ts'

/** What entries hold: entries of a shared store are objects. */
type Kept = { text: string }

const keyOf = (hash: string) => `document\0${hash}`

/** Texts of GraphQL documents by their SHA-256, in the cache: bounded with everything else there, and known to all replicas that share one. */
export class DocumentTexts {
  readonly #cache: Cache

  constructor(cache: Cache) {
    this.#cache = cache
  }

  /** The text, or null when it is not there, or the store that has it does not answer. That it has the hash was looked at when it was taken from there. */
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
        // There is no source but clients. An error is not kept: the next moment a client may have sent the text to another replica.
        fetch: async (keys) => keys.map(() => notFound('The document'))
      },
      signal
    )
    return outcome === undefined || outcome instanceof Error ? null : textOf(outcome.value)
  }
}

const textOf = (value: Kept | null): string | null => value?.text ?? null
