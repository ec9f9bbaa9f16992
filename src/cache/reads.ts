import DataLoader from 'dataloader'
import type { Awaitable } from '../core/awaitable.ts'
import { ApiError, asApiError, invalidParam } from '../core/errors.ts'
import { EventLoop } from '../core/event-loop.ts'
import type { PageRequest } from '../core/paging.ts'
import type { Read, ReadResult, Scope } from '../core/scope.ts'
import type { Span } from '../core/tracing.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../store/kinds.ts'
import {
  type Found,
  isWritten,
  type Page,
  readWritten,
  type Source,
  type WrittenPage,
  writtenOf
} from '../store/source.ts'
import type { Cache, Compact, Outcome } from './cache.ts'
import type { Entry } from './entry.ts'
import { lifetimeOf } from './lifetimes.ts'
import { ReadScheduler } from './read-scheduler.ts'

const maxBatch = 100

/** Processor time that reads for one request may take, in milliseconds. */
const maxReadMs = 1_000

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

type ReadsOptions = {
  source: Source
  cache: Cache
  /** Hears of each read, those that fail among them. */
  observe?: (read: Pick<Read, 'kind' | 'result'>) => void
  /** Hears how long the source took whenever it was asked. */
  observeSource?: (kind: string, seconds: number) => void
  /** Milliseconds since any moment, in place of the clock and of the processor time of this thread. */
  elapsed?: (() => number) | undefined
  eventLoop?: EventLoop | undefined
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
  readonly #now: () => number
  readonly #turns: ReadScheduler

  constructor(options: ReadsOptions) {
    this.#source = options.source
    this.#cache = options.cache
    this.#observe = options.observe ?? (() => {})
    this.#observeSource = options.observeSource ?? (() => {})
    this.#now = options.elapsed ?? (() => performance.now())
    this.#turns = new ReadScheduler(options.elapsed ?? processorMs, options.eventLoop ?? new EventLoop())
  }

  /** Whether so many requests wait for reads that nothing new should be begun. */
  get isOverdue(): boolean {
    return this.#turns.isOverdue
  }

  /** The record for a key, or null when there is none. Look-ups of one tick travel as one batch. */
  lookUp<K extends LookupKind>(scope: Scope, kind: K, key: string): Awaitable<Lookups[K] | null> {
    const cacheKey = keyOf(kind, key)
    const known = this.#known<Lookups[K]>(scope, kind, cacheKey)
    if (known !== undefined) return known
    const { lookUpNow } = this.#source
    const found = lookUpNow === undefined ? undefined : this.#readNow(scope, kind, cacheKey, () => lookUpNow(kind, key))
    return remembered(scope, cacheKey, found === undefined ? this.#lookUpLater(scope, kind, key) : found)
  }

  /**
   * A page of a feed, or null when what it belongs to does not exist. Written for a request that sends lists on, where the source writes or
   * the cache has it so.
   */
  page<K extends FeedKind>(scope: Scope, kind: K, key: string, request: PageRequest): Awaitable<AnyPage<K> | null> {
    const cacheKey = pageKeyOf(kind, key, request)
    const known = this.#known<AnyPage<K>>(scope, kind, cacheKey)
    if (known !== undefined) return known
    const { pageNow, writtenNow } = this.#source
    const readNow = scope.passesListsThrough ? (writtenNow ?? pageNow) : pageNow
    const found =
      readNow === undefined
        ? undefined
        : this.#readNow<AnyPage<K>>(scope, kind, cacheKey, () => readNow(kind, key, request), compactPage)
    return remembered(
      scope,
      cacheKey,
      found === undefined ? this.#pageLater(scope, kind, key, request, cacheKey) : found
    )
  }

  /** What the request has read before, or what is at hand; undefined where there is neither. */
  #known<T>(scope: Scope, kind: string, cacheKey: string): Awaitable<T | null> | undefined {
    const answer = scope.answers.get(cacheKey)
    // The key names the kind, and a kind has one type of answer.
    if (answer !== undefined) return answer as Awaitable<T | null>
    if (scope.answers.size >= scope.maxReads) throw tooManyReads(scope.maxReads)
    const fresh = this.#cache.peek<T>(cacheKey)
    if (fresh === undefined) return undefined
    const span = beginRead(scope, kind, 1)
    const value = this.#noted(
      scope,
      kind,
      this.#lookedInto(scope, cacheKey, fresh),
      fresh.value === null ? 'negative' : 'fresh'
    )
    endRead(span, true)
    return remembered(scope, cacheKey, value)
  }

  /** From a source that has nothing to wait for. Undefined where it is another's turn, and where something fails: that is for the way that knows what to do. */
  #readNow<T>(
    scope: Scope,
    kind: LookupKind | FeedKind,
    cacheKey: string,
    read: () => Found<T>,
    compact?: Compact<T>
  ): T | null | undefined {
    if (this.#cache.isShared || !this.#turns.mayRead(scope) || scope.readMs >= maxReadMs) return undefined
    const span = beginRead(scope, kind, 1)
    const began = this.#now()
    let found: Found<T> | undefined
    try {
      found = read()
    } catch {
      // The long way says why.
    }
    const ms = this.#now() - began
    this.#turns.took(scope, ms)
    if (found === undefined || found instanceof Error) return undefined
    this.#observeSource(kind, ms / 1_000)
    endRead(span, false)
    return this.#noted(scope, kind, this.#cache.keep(cacheKey, found, lifetimeOf(kind, found), compact), 'miss')
  }

  #lookUpLater<K extends LookupKind>(scope: Scope, kind: K, key: string): Promise<Lookups[K] | null> {
    let loader = scope.loaders.get(kind)
    if (loader === undefined) {
      loader = this.#loader(scope, kind)
      scope.loaders.set(kind, loader)
    }
    // The loader of a kind yields that kind's records.
    return loader.load(key) as Promise<Lookups[K] | null>
  }

  #loader<K extends LookupKind>(scope: Scope, kind: K): DataLoader<string, unknown> {
    return new DataLoader(
      (keys) =>
        this.#readLater<Lookups[K]>(
          scope,
          kind,
          keys.map((key) => keyOf(kind, key)),
          (missing, signal, span) =>
            this.#source.lookUp(
              kind,
              missing.map((key) => key.slice(kind.length + 1)),
              signal,
              span
            )
        ),
      { maxBatchSize: maxBatch }
    )
  }

  async #pageLater<K extends FeedKind>(
    scope: Scope,
    kind: K,
    key: string,
    request: PageRequest,
    cacheKey: string
  ): Promise<AnyPage<K> | null> {
    const ask: Ask<AnyPage<K>> = async (_, signal, span) => [await this.#source.page(kind, key, request, signal, span)]
    const [value] = await this.#readLater(scope, kind, [cacheKey], ask, compactPage)
    if (value instanceof Error) throw value
    // There is an outcome for each key.
    return value as AnyPage<K> | null
  }

  /** Reads that have to be waited for, on their own or with others who ask for the same. */
  async #readLater<T>(
    scope: Scope,
    kind: LookupKind | FeedKind,
    cacheKeys: readonly string[],
    ask: Ask<T>,
    compact?: Compact<T>
  ): Promise<(T | null | Error)[]> {
    const outcomes = await waited(scope, kind, cacheKeys.length, (span) =>
      this.#cache.read<T>(
        cacheKeys,
        {
          lifetime: (value) => lifetimeOf(kind, value),
          fetch: (missing, signal) => this.#inTurn(scope, kind, signal, () => ask(missing, signal, span)),
          compact
        },
        scope.signal
      )
    )
    // Whoever asked first may have used up a time of their own.
    const lost = scope.readMs < maxReadMs ? cacheKeys.filter((_, index) => outcomes[index] === usedUp) : []
    const again = lost.length === 0 ? [] : await this.#readLater(scope, kind, lost, ask, compact)
    return outcomes.map((outcome, index) => {
      const cacheKey = cacheKeys[index] ?? ''
      const at = lost.indexOf(cacheKey)
      // There is one for each that was lost.
      return at < 0 ? this.#come(scope, kind, cacheKey, outcome) : (again[at] as T | null | Error)
    })
  }

  /** What came of a read that had to be waited for. */
  #come<T>(scope: Scope, kind: string, cacheKey: string, outcome: Outcome<T> | Error): T | null | Error {
    if (outcome instanceof Error) {
      this.#observe({ kind, result: 'error' })
      return outcome
    }
    return this.#noted(scope, kind, this.#lookedInto(scope, cacheKey, outcome), this.#resultOf(outcome))
  }

  /** The entry in the form the request can use: a written page that somebody looks into is kept as its records from then on. */
  #lookedInto<T>(scope: Scope, cacheKey: string, entry: Entry<T>): Entry<T> {
    const { value, at, freshUntil } = entry
    if (scope.passesListsThrough || !isWritten(value)) return entry
    // The same page, which is of the type that is kept under the key in this form too.
    const records = { value: readWritten(value) as T, at, freshUntil }
    this.#cache.reshape(cacheKey, records)
    return records
  }

  #resultOf(outcome: Outcome<unknown>): ReadResult {
    if (!outcome.cached) return 'miss'
    if (!this.#cache.isFresh(outcome)) return 'stale'
    return outcome.value === null ? 'negative' : 'fresh'
  }

  /** Asks the source when it is this request's turn, unless that has used up its time. */
  #inTurn<T>(scope: Scope, kind: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    return this.#turns.take(scope, async () => {
      signal.throwIfAborted()
      if (scope.readMs >= maxReadMs) throw usedUp
      const began = this.#now()
      try {
        const asked = ask()
        // What is read at once is read by now.
        this.#turns.took(scope, this.#now() - began)
        return await asked
      } finally {
        this.#observeSource(kind, (this.#now() - began) / 1_000)
      }
    })
  }

  #noted<T>(scope: Scope, kind: string, { value, at, freshUntil }: Entry<T>, result: ReadResult): T | null {
    const read: Read = { kind, result, at, freshUntil }
    scope.note(read)
    this.#observe(read)
    return value
  }
}

/** A page in one of its two forms. */
type AnyPage<K extends FeedKind> = Page<Feeds[K]> | WrittenPage

const compactPage = (page: AnyPage<FeedKind>): WrittenPage => (isWritten(page) ? page : writtenOf(page))

type Ask<T> = (
  keys: readonly string[],
  signal: AbortSignal,
  span: Span | null
) => Promise<readonly (T | null | Error)[]>

const remembered = <T>(scope: Scope, cacheKey: string, answer: Awaitable<T>): Awaitable<T> => {
  scope.answers.set(cacheKey, answer)
  return answer
}

const cachedName = 'clipgraph.read.cached'

const beginRead = (scope: Scope, kind: string, keys: number): Span | null =>
  scope.span?.begin(`read ${kind}`, { 'clipgraph.read.kind': kind, 'clipgraph.read.keys': keys }) ?? null

const endRead = (span: Span | null, isCached: boolean): void => {
  span?.set({ [cachedName]: isCached })
  span?.end()
}

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
