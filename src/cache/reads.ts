import DataLoader from 'dataloader'
import type { Awaitable } from '../core/awaitable.ts'
import { ApiError, asApiError, invalidParam } from '../core/errors.ts'
import type { Read, ReadResult, Scope } from '../core/scope.ts'
import type { Span } from '../core/tracing.ts'
import type { FeedKind, Feeds, Found, LookupKind, Lookups, Page, PageRequest, Source } from '../source/source.ts'
import type { Cache, Outcome } from './cache.ts'
import type { Entry } from './entry.ts'
import { lifetimeOf } from './lifetimes.ts'
import { Turns } from './turns.ts'

const maxBatch = 100

/** Processor time that reads for one request may take, in milliseconds. */
const maxReadMs = 1_000

/** On a busy machine a request is not charged for what others do. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const tooManyReads = (most: number) =>
  invalidParam('query', `needs more than ${most} reads: ask for fewer elements or fewer nested lists`)

/** What was read is kept, so that asking again gets further. One for all: it is told of many fields, and logged once. */
const usedUp = new ApiError(
  'UNAVAILABLE',
  'Reading for this request took too long; ask for less, or again for the rest.',
  {
    details: { reason: `reads took more than ${maxReadMs} ms` },
    retryAfterSeconds: 1
  }
)

/** No part holds a NUL: the services refuse it in everything a client sends. */
const keyOf = (kind: LookupKind | FeedKind, key: string) => `${kind}\0${key}`
const pageKeyOf = (kind: FeedKind, key: string, { count, after }: PageRequest) =>
  `${keyOf(kind, key)}\0${count}${after === null ? '' : `\0${after}`}`

export type ReadsOptions = {
  source: Source
  cache: Cache
  /** Hears of each read, those that fail among them. */
  observe?: (read: Pick<Read, 'kind' | 'result'>) => void
  /** Hears how long the source took whenever it was asked. */
  observeSource?: (kind: string, seconds: number) => void
  /** Processor time of this thread in milliseconds, since any moment. */
  elapsed?: (() => number) | undefined
}

/**
 * The source as services see it: behind the cache, batched and remembered within one request, and leaving a trace of
 * each read in the request's scope.
 */
export class Reads {
  readonly #source: Source
  readonly #cache: Cache
  readonly #observe: (read: Pick<Read, 'kind' | 'result'>) => void
  readonly #observeSource: (kind: string, seconds: number) => void
  readonly #turns: Turns

  constructor(options: ReadsOptions) {
    this.#source = options.source
    this.#cache = options.cache
    this.#observe = options.observe ?? (() => {})
    this.#observeSource = options.observeSource ?? (() => {})
    this.#turns = new Turns(options.elapsed ?? processorMs)
  }

  /** The record for a key, or null when there is none. Look-ups of one tick travel as one batch. */
  lookUp<K extends LookupKind>(scope: Scope, kind: K, key: string): Awaitable<Lookups[K] | null> {
    const cacheKey = keyOf(kind, key)
    return this.#remembered(scope, kind, cacheKey, () => {
      const found = this.#lookUpNow(scope, kind, key)
      if (found !== undefined && !(found instanceof Error)) {
        return this.#atHand(scope, kind, this.#cache.keep(cacheKey, found, lifetimeOf(kind, found)), 'miss')
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
      if (scope.answers.size >= scope.maxReads) throw tooManyReads(scope.maxReads)
      const fresh = this.#cache.peek<T>(cacheKey)
      answer =
        fresh === undefined ? read() : this.#atHand(scope, kind, fresh, fresh.value === null ? 'negative' : 'fresh')
      scope.answers.set(cacheKey, answer)
    }
    // The key names the kind, and a kind has one type of answer.
    return answer as Awaitable<T | null>
  }

  /** From a source that has nothing to wait for. Undefined where there is none, and where something fails: that is for the way that knows what to do. */
  #lookUpNow<K extends LookupKind>(scope: Scope, kind: K, key: string): Found<Lookups[K]> | undefined {
    if (this.#cache.isShared || this.#source.lookUpNow === undefined) return undefined
    if (this.#turns.isOver || scope.readMs >= maxReadMs) return undefined
    try {
      const began = performance.now()
      const found = this.#turns.run(scope, () => this.#source.lookUpNow?.(kind, key))
      this.#observeSource(kind, (performance.now() - began) / 1_000)
      return found
    } catch {
      return undefined
    }
  }

  #loader<K extends LookupKind>(scope: Scope, kind: K): DataLoader<string, unknown> {
    return new DataLoader(
      async (keys) => {
        const outcomes = await waited(scope, kind, keys.length, (span) =>
          this.#cache.read(
            keys.map((key) => keyOf(kind, key)),
            {
              lifetime: (value: Lookups[K] | null) => lifetimeOf(kind, value),
              fetch: (missing, signal) =>
                this.#ask(scope, kind, signal, () =>
                  this.#source.lookUp(
                    kind,
                    missing.map((key) => key.slice(kind.length + 1)),
                    signal,
                    span
                  )
                )
            },
            scope.signal
          )
        )
        return outcomes.map((outcome) => this.#come(scope, kind, outcome))
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
    const [outcome] = await waited(scope, kind, 1, (span) =>
      this.#cache.read(
        [cacheKey],
        {
          lifetime: (value: Page<Feeds[K]> | null) => lifetimeOf(kind, value),
          fetch: async (_, signal) => [
            await this.#ask(scope, kind, signal, () => this.#source.page(kind, key, request, signal, span))
          ]
        },
        scope.signal
      )
    )
    // There is an outcome for each key.
    const value = this.#come(scope, kind, outcome as Outcome<Page<Feeds[K]>> | Error)
    if (value instanceof Error) throw value
    return value
  }

  /** What came of a read that had to be waited for. */
  #come<T>(scope: Scope, kind: string, outcome: Outcome<T> | Error): T | null | Error {
    if (outcome instanceof Error) {
      this.#observe({ kind, result: 'error' })
      return outcome
    }
    return this.#noted(scope, kind, outcome, this.#resultOf(outcome))
  }

  /** What nothing had to be waited for. */
  #atHand<T>(scope: Scope, kind: string, entry: Entry<T>, result: ReadResult): T | null {
    const span = beginRead(scope, kind, 1)
    span?.set({ [cachedName]: result !== 'miss' })
    span?.end()
    return this.#noted(scope, kind, entry, result)
  }

  #resultOf(outcome: Outcome<unknown>): ReadResult {
    if (!outcome.cached) return 'miss'
    if (!this.#cache.isFresh(outcome)) return 'stale'
    return outcome.value === null ? 'negative' : 'fresh'
  }

  /** Asks the source when it is this request's turn, unless that has used up its time. */
  async #ask<T>(scope: Scope, kind: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    while (this.#turns.isOver) await this.#turns.next()
    signal.throwIfAborted()
    if (scope.readMs >= maxReadMs) throw usedUp
    const began = performance.now()
    try {
      return await this.#turns.run(scope, ask)
    } finally {
      this.#observeSource(kind, (performance.now() - began) / 1_000)
    }
  }

  #noted<T>(scope: Scope, kind: string, { value, at, freshUntil }: Entry<T>, result: ReadResult): T | null {
    const read: Read = { kind, result, at, freshUntil }
    scope.reads.push(read)
    this.#observe(read)
    return value
  }
}

const cachedName = 'clipgraph.read.cached'

const beginRead = (scope: Scope, kind: string, keys: number): Span | null =>
  scope.span?.begin(`read ${kind}`, { 'clipgraph.read.kind': kind, 'clipgraph.read.keys': keys }) ?? null

/** Waits for reads of the cache; where the request is traced, within a part of its trace. */
const waited = async <T>(
  scope: Scope,
  kind: string,
  keys: number,
  read: (span: Span | null) => Promise<(Outcome<T> | Error)[]>
): Promise<(Outcome<T> | Error)[]> => {
  const span = beginRead(scope, kind, keys)
  if (span === null) return read(null)
  try {
    const outcomes = await read(span)
    span.set({ [cachedName]: outcomes.every((outcome) => !(outcome instanceof Error) && outcome.cached) })
    for (const outcome of outcomes) if (outcome instanceof Error) span.fail(asApiError(outcome).code)
    return outcomes
  } finally {
    span.end()
  }
}
