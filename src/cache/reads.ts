import DataLoader from 'dataloader'
import type { Awaitable } from '../core/awaitable.ts'
import { textOf } from '../core/byte-text.ts'
import { EventLoop } from '../core/event-loop.ts'
import type { PageRequest } from '../core/paging.ts'
import type { CacheRead, ReadResult, Scope } from '../core/scope.ts'
import type { Span } from '../core/tracing.ts'
import { type FeedKind, type Feeds, isScanned, type LookupKind, type Lookups } from '../store/kinds.ts'
import {
  isUnread,
  isWritten,
  type LookupResult,
  type OnFreshness,
  type Page,
  readWritten,
  type Source,
  type SourceBudget,
  type SourceLacks,
  type UnreadPage,
  type WrittenPage,
  writtenOf
} from '../store/source.ts'
import type { Cache, CacheResult, Compact } from './cache.ts'
import type { Entry } from './entry.ts'
import { lifetimeOf, withinLifetime } from './lifetimes.ts'
import { maxReadMs, processorMs, tooManyReads, usedUp } from './read-limits.ts'
import { ReadScheduler } from './read-scheduler.ts'
import { beginRead, endRead, waited } from './read-spans.ts'

const maxBatch = 100

/** Keys contain no NUL: the services reject it in all input. */
const keyOf = (kind: LookupKind | FeedKind, key: string) => `${kind}\0${key}`
const pageKeyOf = (kind: FeedKind, key: string, { count, after }: PageRequest) =>
  `${keyOf(kind, key)}\0${count}${after === null ? '' : `\0${after}`}`

type ReadsOptions = {
  source: Source
  cache: Cache
  /** Receives each read, including failed ones. */
  observe?: (read: Pick<CacheRead, 'kind' | 'result'>) => void
  /** Receives the duration of each call to the source. */
  observeSource?: (kind: string, seconds: number) => void
  /** Clock in milliseconds for tests, in place of wall and processor time. */
  elapsed?: (() => number) | undefined
  eventLoop?: EventLoop | undefined
}

/** The source as services see it: cached, batched and deduplicated within a request. Each read is recorded in the request's scope. */
export class Reads {
  readonly #source: Source
  readonly #cache: Cache
  readonly #observe: (read: Pick<CacheRead, 'kind' | 'result'>) => void
  readonly #observeSource: (kind: string, seconds: number) => void
  readonly #now: () => number
  readonly #turns: ReadScheduler
  readonly #lifetimeOf: typeof lifetimeOf

  constructor(options: ReadsOptions) {
    this.#source = options.source
    const { keepMs = null } = options.source
    this.#lifetimeOf = keepMs === null ? lifetimeOf : (kind, value) => withinLifetime(lifetimeOf(kind, value), keepMs)
    this.#cache = options.cache
    this.#observe = options.observe ?? (() => {})
    this.#observeSource = options.observeSource ?? (() => {})
    this.#now = options.elapsed ?? (() => performance.now())
    this.#turns = new ReadScheduler(options.elapsed ?? processorMs, options.eventLoop ?? new EventLoop())
  }

  /** Whether the source filters lists by itself. */
  get hasFilters(): boolean {
    return this.#source.hasFilters?.() === true
  }

  /** Whether records are complete by themselves. */
  get hasWholeRecords(): boolean {
    return this.#source.hasWholeRecords === true
  }

  /** Whether posts of a hashtag are found by its name. */
  get findsHashtagsByName(): boolean {
    return this.#source.hasWholeRecords === true || this.#source.findsHashtagsByName === true
  }

  /** Whether records name their unknown fields. */
  get knowsMissing(): boolean {
    return this.#source.hasWholeRecords === true || this.#source.knowsMissing === true
  }

  /** The remaining calls that the source allows; null for a source without a limit. */
  get budget(): SourceBudget | null {
    return this.#source.budget?.() ?? null
  }

  /** Operations that a live source cannot answer; null for other sources. */
  get lacks(): SourceLacks | null {
    return this.#source.lacks ?? null
  }

  /** Whether the counts in reads are recorded. */
  get recordsCounts(): boolean {
    return this.#source.recordsCounts === true
  }

  /** Whether the source has sample data. */
  get isSampleData(): boolean {
    return this.#source.isSampleData?.() === true
  }

  /** Changes whenever the source has new data. */
  get dataVersion(): number {
    return this.#cache.epoch
  }

  /** Whether so many requests wait for reads that no new one should start. */
  get isOverdue(): boolean {
    return this.#turns.isOverdue
  }

  /** The record for a key, or null when there is none. Lookups of one tick form one batch. */
  lookUp<K extends LookupKind>(scope: Scope, kind: K, key: string): Awaitable<Lookups[K] | null> {
    const cacheKey = keyOf(kind, key)
    const known = this.#known<Lookups[K]>(scope, kind, cacheKey)
    if (known !== undefined) return known
    const { now } = this.#source
    const isLater = now === undefined || isScanned(kind)
    const found = isLater ? undefined : this.#readNow(scope, kind, cacheKey, () => now.lookUp(kind, key))
    return remembered(scope, cacheKey, found === undefined ? this.#lookUpLater(scope, kind, key) : found)
  }

  /**
   * A page of a feed, or null when its owner does not exist. Returned as JSON for a request that forwards lists, if the source or cache has
   * that form.
   */
  page<K extends FeedKind>(scope: Scope, kind: K, key: string, request: PageRequest): Awaitable<AnyPage<K> | null> {
    const cacheKey = pageKeyOf(kind, key, request)
    const known = this.#known<AnyPage<K>>(scope, kind, cacheKey)
    if (known !== undefined) return known
    const { now } = this.#source
    const isLater = now === undefined || isScanned(kind)
    const form = scope.passesListsThrough ? 'written' : 'page'
    const found = isLater
      ? undefined
      : this.#readNow<AnyPage<K>>(scope, kind, cacheKey, () => now[form](kind, key, request), compactPage)
    const answer = found === undefined ? this.#pageLater(scope, kind, key, request, cacheKey) : found
    return remembered(scope, cacheKey, answer)
  }

  /** The result that this request already has, or a fresh cache entry; undefined otherwise. */
  #known<T>(scope: Scope, kind: string, cacheKey: string): Awaitable<T | null> | undefined {
    const answer = scope.answers.get(cacheKey)
    // The key contains the kind, and each kind has one type.
    if (answer !== undefined) return answer as Awaitable<T | null>
    if (scope.answers.size >= scope.maxReads) throw tooManyReads(scope.maxReads)
    const fresh = this.#cache.peek<T>(cacheKey)
    if (fresh === undefined) return undefined
    const span = beginRead(scope, kind, 1)
    const entry = this.#lookedInto(scope, cacheKey, fresh)
    const value = this.#noted(scope, kind, cacheKey, entry, fresh.value === null ? 'negative' : 'fresh')
    endRead(span, true)
    return remembered(scope, cacheKey, value)
  }

  /**
   * Reads synchronously where the source can. Undefined when another request is scheduled first or the read fails: the asynchronous path
   * handles both.
   */
  #readNow<T>(
    scope: Scope,
    kind: LookupKind | FeedKind,
    cacheKey: string,
    read: () => LookupResult<T> | undefined,
    compact?: Compact<T>
  ): T | null | undefined {
    if (this.#cache.isShared || !this.#turns.mayRead(scope) || scope.readMs >= maxReadMs) return undefined
    const span = beginRead(scope, kind, 1)
    const began = this.#now()
    let found: LookupResult<T> | undefined
    try {
      found = read()
    } catch {
      // The asynchronous path reports the error.
    }
    const ms = this.#now() - began
    this.#turns.took(scope, ms)
    if (found === undefined || found instanceof Error) return undefined
    this.#observeSource(kind, ms / 1_000)
    endRead(span, false)
    const entry = this.#cache.keep(cacheKey, found, this.#lifetimeOf(kind, found), compact)
    return this.#noted(scope, kind, cacheKey, entry, 'miss')
  }

  #lookUpLater<K extends LookupKind>(scope: Scope, kind: K, key: string): Promise<Lookups[K] | null> {
    let loader = scope.loaders.get(kind)
    if (loader === undefined) {
      loader = this.#loader(scope, kind)
      scope.loaders.set(kind, loader)
    }
    // The loader of a kind returns that kind's records.
    return loader.load(key) as Promise<Lookups[K] | null>
  }

  #loader<K extends LookupKind>(scope: Scope, kind: K): DataLoader<string, unknown> {
    return new DataLoader(
      (keys) =>
        this.#readLater<Lookups[K]>(
          scope,
          kind,
          keys.map((key) => keyOf(kind, key)),
          (missing, signal, span, onFreshness) =>
            this.#source.lookUp(
              kind,
              missing.map((key) => key.slice(kind.length + 1)),
              signal,
              span,
              onFreshness
            )
        ),
      // A batch would make fast look-ups wait for slow ones.
      { maxBatchSize: this.#source.looksUpEach?.(kind) === true ? 1 : maxBatch }
    )
  }

  async #pageLater<K extends FeedKind>(
    scope: Scope,
    kind: K,
    key: string,
    request: PageRequest,
    cacheKey: string
  ): Promise<AnyPage<K> | null> {
    const ask: Ask<AnyPage<K>> = async (_, signal, span, onFreshness) => [
      await this.#source.page(kind, key, request, signal, span, onFreshness)
    ]
    const [value] = await this.#readLater(scope, kind, [cacheKey], ask, compactPage)
    if (value instanceof Error) throw value
    // There is one outcome per key.
    return value as AnyPage<K> | null
  }

  /** Asynchronous reads, shared with concurrent requests for the same keys. */
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
          lifetime: (value) => this.#lifetimeOf(kind, value),
          fetch: (missing, signal, onFreshness) =>
            this.#inTurn(scope, kind, signal, () => ask(missing, signal, span, onFreshness)),
          compact
        },
        scope.signal
      )
    )
    // The request that started the read may have run out of its own read time; ask again for this one.
    const lost = scope.readMs < maxReadMs ? cacheKeys.filter((_, index) => outcomes[index] === usedUp) : []
    const again = lost.length === 0 ? [] : await this.#readLater(scope, kind, lost, ask, compact)
    return outcomes.map((outcome, index) => {
      const cacheKey = cacheKeys[index] ?? ''
      const at = lost.indexOf(cacheKey)
      // `again` has one outcome per lost key.
      return at < 0 ? this.#converted(scope, kind, cacheKey, outcome) : (again[at] as T | null | Error)
    })
  }

  /** Converts the outcome of an asynchronous read. */
  #converted<T>(scope: Scope, kind: string, cacheKey: string, outcome: CacheResult<T> | Error): T | null | Error {
    if (outcome instanceof Error) {
      this.#observe({ kind, result: 'error' })
      return outcome
    }
    return this.#noted(scope, kind, cacheKey, this.#lookedInto(scope, cacheKey, outcome), this.#resultOf(outcome))
  }

  /**
   * The entry in the form that this request needs. It replaces a page that is not parsed yet, or stored as JSON when its records are needed.
   */
  #lookedInto<T>(scope: Scope, cacheKey: string, entry: Entry<T>): Entry<T> {
    const { value, at, freshUntil } = entry
    if (!isUnread(value) && (scope.passesListsThrough || !isWritten(value))) return entry
    const page = isUnread(value) ? value.read(textOf(value.text)) : readWritten<object>(value)
    // The same page in another form, so it has the type of its key.
    const needed = { value: (scope.passesListsThrough ? writtenOf(page) : page) as T, at, freshUntil }
    this.#cache.reshape(cacheKey, needed)
    return needed
  }

  #resultOf(outcome: CacheResult<unknown>): ReadResult {
    if (!outcome.cached) return 'miss'
    if (!this.#cache.isFresh(outcome)) return 'stale'
    return outcome.value === null ? 'negative' : 'fresh'
  }

  /** Calls the source when the request is scheduled, unless its read time is used up. */
  #inTurn<T>(scope: Scope, kind: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    return this.#turns.take(scope, async () => {
      signal.throwIfAborted()
      if (scope.readMs >= maxReadMs) throw usedUp
      const began = this.#now()
      try {
        const asked = ask()
        // Synchronous reads are finished here.
        this.#turns.took(scope, this.#now() - began)
        return await asked
      } finally {
        this.#observeSource(kind, (this.#now() - began) / 1_000)
      }
    })
  }

  #noted<T>(
    scope: Scope,
    kind: string,
    cacheKey: string,
    { value, at, freshUntil }: Entry<T>,
    result: ReadResult
  ): T | null {
    const read: CacheRead = { kind, key: cacheKey, result, at, freshUntil }
    scope.note(read)
    this.#observe(read)
    return value
  }
}

/** A page in either form. */
type AnyPage<K extends FeedKind> = Page<Feeds[K]> | WrittenPage

const compactPage = (page: AnyPage<FeedKind>): WrittenPage | UnreadPage<object> =>
  isWritten(page) ? page : (page.unread ?? writtenOf(page))

type Ask<T> = (
  keys: readonly string[],
  signal: AbortSignal,
  span: Span | null,
  onFreshness: OnFreshness
) => Promise<readonly (T | null | Error)[]>

const remembered = <T>(scope: Scope, cacheKey: string, answer: Awaitable<T>): Awaitable<T> => {
  scope.answers.set(cacheKey, answer)
  return answer
}
