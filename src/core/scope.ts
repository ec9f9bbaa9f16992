import type DataLoader from 'dataloader'
import type { Span, Traced } from './tracing.ts'

/**
 * What the cache had: something fresh, something older that serves on, that there is no such thing, or nothing, so that the source was
 * asked for this request. An error leaves no read behind.
 */
export type ReadResult = 'fresh' | 'stale' | 'negative' | 'miss' | 'error'

import { type Allowance, pointsFor } from './allowance.ts'
import type { Awaitable } from './awaitable.ts'

/** One read behind an answer, as the cache saw it. */
export type Read = {
  kind: string
  result: ReadResult
  /** When the source gave the answer, in milliseconds since 1970. */
  at: number
  /** When the answer stops being fresh, in milliseconds since 1970. */
  freshUntil: number
}

/**
 * What belongs to one request: who asks, until when, what was read for it, and the loaders that batch and remember look-ups.
 * First parameter of every service.
 */
export class Scope implements Traced {
  readonly requestId: string
  readonly startedAt: number
  /** What whoever asks may still ask for; null where nothing limits it. */
  readonly allowance: Allowance | null
  /** Points that were spent on what was asked. */
  charged = 0
  /** Whether the answer tells something that is true for this request alone. */
  isUncacheable = false
  readonly #signal: () => AbortSignal
  readonly #reads: Read[] = []
  #isCached = true
  #readAt = Number.POSITIVE_INFINITY
  #freshUntil = Number.POSITIVE_INFINITY
  /** The part of the request's trace that is under way; null where it is not traced. */
  span: Span | null
  /** What was read so far by cache key, or a promise of it. Filled by the cache layer, and so are `loaders`. */
  readonly answers = new Map<string, unknown>()
  #loaders: Map<string, DataLoader<string, unknown>> | null = null
  /** How many different things may be read. Told by who knows what the request is. */
  maxReads = Number.POSITIVE_INFINITY
  /** Whether lists are sent on as they are read, so that they had best be read as JSON. Told by who knows what the request is. */
  passesListsThrough = false
  /** Processor time spent on reading for this request, in milliseconds. */
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

  /** Ends at the deadline or when the client leaves. Asked for only when there is something to wait for. */
  get signal(): AbortSignal {
    return this.#signal()
  }

  /** One for each kind of look-up. Made when there is something to wait for. */
  get loaders(): Map<string, DataLoader<string, unknown>> {
    this.#loaders ??= new Map()
    return this.#loaders
  }

  /** Spends what something costs, or ends with `RATE_LIMITED`. */
  charge(cost: number): Awaitable<void> {
    const points = pointsFor(cost)
    this.charged += points
    return this.allowance?.spend(points)
  }

  /** What was read so far. */
  get reads(): readonly Read[] {
    return this.#reads
  }

  note(read: Read): void {
    this.#reads.push(read)
    this.#isCached &&= read.result !== 'miss'
    this.#readAt = Math.min(this.#readAt, read.at)
    this.#freshUntil = Math.min(this.#freshUntil, read.freshUntil)
  }

  /** True when every read behind the answer came from the cache: `meta.cached`. */
  get cached(): boolean {
    return this.#reads.length > 0 && this.#isCached
  }

  /** When the oldest of the reads was made; null when nothing was read. */
  get readAt(): number | null {
    return this.#reads.length === 0 ? null : this.#readAt
  }

  /** When the first of the reads stops being fresh; null when nothing was read. What is true for the moment was never fresh. */
  get freshUntil(): number | null {
    if (this.isUncacheable) return 0
    return this.#reads.length === 0 ? null : this.#freshUntil
  }
}
