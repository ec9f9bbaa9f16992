import DataLoader from 'dataloader'
import type { Awaitable } from '../core/awaitable.ts'
import type { Read, Scope } from '../core/scope.ts'
import type { FeedKind, Feeds, Found, LookupKind, Lookups, Page, PageRequest, Source } from '../source/source.ts'
import type { Cache } from './cache.ts'
import type { Entry } from './entry.ts'
import { lifetimeOf } from './lifetimes.ts'

const maxBatch = 100

/** No part holds a NUL: the services refuse it in everything a client sends. */
const keyOf = (kind: LookupKind | FeedKind, key: string) => `${kind}\0${key}`
const pageKeyOf = (kind: FeedKind, key: string, { count, after }: PageRequest) =>
  `${keyOf(kind, key)}\0${count}${after === null ? '' : `\0${after}`}`

/**
 * The source as services see it: behind the cache, batched and remembered within one request, and leaving a trace of
 * each read in the request's scope.
 */
export class Reads {
  readonly #source: Source
  readonly #cache: Cache
  readonly #observe: (read: Read) => void

  constructor(options: { source: Source; cache: Cache; observe?: (read: Read) => void }) {
    this.#source = options.source
    this.#cache = options.cache
    this.#observe = options.observe ?? (() => {})
  }

  /** The record for a key, or null when there is none. Look-ups of one tick travel as one batch. */
  lookUp<K extends LookupKind>(scope: Scope, kind: K, key: string): Awaitable<Lookups[K] | null> {
    const cacheKey = keyOf(kind, key)
    return this.#remembered(scope, kind, cacheKey, () => {
      const found = this.#lookUpNow(kind, key)
      if (found !== undefined && !(found instanceof Error)) {
        return this.#traced(scope, kind, this.#cache.keep(cacheKey, found, lifetimeOf(kind, found)), false)
      }
      let loader = scope.loaders.get(kind)
      if (loader === undefined) {
        loader = this.#loader(scope, kind)
        scope.loaders.set(kind, loader)
      }
      // The loader of a kind yields that kind's records.
      return loader.load(key) as Promise<Lookups[K] | null>
    })
  }

  /** A page of a feed, or null when what it belongs to does not exist. */
  page<K extends FeedKind>(scope: Scope, kind: K, key: string, request: PageRequest): Awaitable<Page<Feeds[K]> | null> {
    const cacheKey = pageKeyOf(kind, key, request)
    return this.#remembered(scope, kind, cacheKey, () => this.#page(scope, kind, key, request, cacheKey))
  }

  /** What the request has read before, what is at hand, or what `read` finds. */
  #remembered<T>(scope: Scope, kind: string, cacheKey: string, read: () => Awaitable<T | null>): Awaitable<T | null> {
    let answer = scope.answers.get(cacheKey)
    if (answer === undefined) {
      const fresh = this.#cache.peek<T>(cacheKey)
      answer = fresh === undefined ? read() : this.#traced(scope, kind, fresh, true)
      scope.answers.set(cacheKey, answer)
    }
    // The key names the kind, and a kind has one type of answer.
    return answer as Awaitable<T | null>
  }

  /** From a source that has nothing to wait for. Undefined where there is none, and where something fails: that is for the way that knows what to do. */
  #lookUpNow<K extends LookupKind>(kind: K, key: string): Found<Lookups[K]> | undefined {
    if (this.#cache.isShared) return undefined
    try {
      return this.#source.lookUpNow?.(kind, key)
    } catch {
      return undefined
    }
  }

  #loader<K extends LookupKind>(scope: Scope, kind: K): DataLoader<string, unknown> {
    return new DataLoader(
      async (keys) => {
        const outcomes = await this.#cache.read(
          keys.map((key) => keyOf(kind, key)),
          {
            lifetime: (value: Lookups[K] | null) => lifetimeOf(kind, value),
            fetch: (missing, signal) =>
              this.#source.lookUp(
                kind,
                missing.map((key) => key.slice(kind.length + 1)),
                signal
              )
          },
          scope.signal
        )
        return outcomes.map((outcome) =>
          outcome instanceof Error ? outcome : this.#traced(scope, kind, outcome, outcome.cached)
        )
      },
      { maxBatchSize: maxBatch }
    )
  }

  async #page<K extends FeedKind>(
    scope: Scope,
    kind: K,
    key: string,
    request: PageRequest,
    cacheKey: string
  ): Promise<Page<Feeds[K]> | null> {
    const [outcome] = await this.#cache.read(
      [cacheKey],
      {
        lifetime: (value: Page<Feeds[K]> | null) => lifetimeOf(kind, value),
        fetch: async (_, signal) => [await this.#source.page(kind, key, request, signal)]
      },
      scope.signal
    )
    if (outcome === undefined || outcome instanceof Error) throw outcome
    return this.#traced(scope, kind, outcome, outcome.cached)
  }

  #traced<T>(scope: Scope, kind: string, { value, at, freshUntil }: Entry<T>, cached: boolean): T | null {
    const read: Read = { kind, cached, at, freshUntil }
    scope.reads.push(read)
    this.#observe(read)
    return value
  }
}
