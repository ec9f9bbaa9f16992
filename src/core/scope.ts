import type DataLoader from 'dataloader'
import type { Span, Traced } from './tracing.ts'

/**
 * How the cache answered: a fresh entry, a stale one, a cached "does not exist", or a miss that read from the source. A failed read leaves
 * no entry.
 */
export type ReadResult = 'fresh' | 'stale' | 'negative' | 'miss' | 'error'

import { type Allowance, pointsFor } from './allowance.ts'
import type { Awaitable } from './awaitable.ts'

/** One read for a response, as seen by the cache. */
export type CacheRead = {
  kind: string
  /** What was read; for a page, its list. */
  key: string
  result: ReadResult
  /** When the source answered, in milliseconds since 1970. */
  at: number
  /** When the answer stops being fresh, in milliseconds since 1970. */
  freshUntil: number
}

/**
 * One request: caller, deadline, the reads made for it, and the loaders that batch and deduplicate lookups. First parameter of every
 * service.
 */
export class Scope implements Traced {
  readonly requestId: string
  /** As `performance.now()`. */
  readonly startedAt: number
  /** Rate limit of the caller; null when unlimited. */
  readonly allowance: Allowance | null
  /** Points spent by this request. */
  charged = 0
  /** Whether the response holds for this request only. */
  isUncacheable = false
  readonly #signal: () => AbortSignal
  readonly #reads: CacheRead[] = []
  #isCached = true
  #readAt = Number.POSITIVE_INFINITY
  #freshUntil = Number.POSITIVE_INFINITY
  /** The current trace span; null when the request is not traced. */
  span: Span | null
  /** Results so far by cache key, or promises of them. Filled by the cache layer, like `loaders`. */
  readonly answers = new Map<string, unknown>()
  #loaders: Map<string, DataLoader<string, unknown>> | null = null
  /** Maximum number of distinct reads. Set by the surface. */
  maxReads = Number.POSITIVE_INFINITY
  /** Whether lists are sent on as they are read, so that reading them as JSON is cheaper. Set by the surface. */
  passesListsThrough = false
  /** Processor time spent on reads for this request, in milliseconds. */
  readMs = 0

  constructor(options: {
    requestId: string
    signal: AbortSignal | (() => AbortSignal)
    startedAt: number
    span?: Span | null | undefined
    allowance?: Allowance | null | undefined
  }) {
    this.requestId = options.requestId
    this.span = options.span ?? null
    this.allowance = options.allowance ?? null
    const { signal } = options
    this.#signal = typeof signal === 'function' ? signal : () => signal
    this.startedAt = options.startedAt
  }

  /** Aborts at the deadline or when the client disconnects. Created on first use. */
  get signal(): AbortSignal {
    return this.#signal()
  }

  /** One DataLoader per lookup kind. Created on first use. */
  get loaders(): Map<string, DataLoader<string, unknown>> {
    this.#loaders ??= new Map()
    return this.#loaders
  }

  /** Spends the cost of an operation, or fails with `RATE_LIMITED`. */
  charge(cost: number): Awaitable<void> {
    const points = pointsFor(cost)
    this.charged += points
    return this.allowance?.spend(points)
  }

  /** Reads so far. */
  get reads(): readonly CacheRead[] {
    return this.#reads
  }

  note(read: CacheRead): void {
    this.#reads.push(read)
    this.#isCached &&= read.result !== 'miss'
    this.#readAt = Math.min(this.#readAt, read.at)
    this.#freshUntil = Math.min(this.#freshUntil, read.freshUntil)
  }

  /** True when every read came from the cache: `meta.cached`. */
  get cached(): boolean {
    return this.#reads.length > 0 && this.#isCached
  }

  /** Time of the oldest read; null when nothing was read. */
  get readAt(): number | null {
    return this.#reads.length === 0 ? null : this.#readAt
  }

  /** When the first read stops being fresh; null when nothing was read, 0 for a response that must not be cached. */
  get freshUntil(): number | null {
    if (this.isUncacheable) return 0
    return this.#reads.length === 0 ? null : this.#freshUntil
  }
}
