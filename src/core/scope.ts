import type DataLoader from 'dataloader'

/** One read behind an answer, as the cache saw it. */
export type Read = {
  kind: string
  /** Whether it came from the cache without asking the source for this request. */
  cached: boolean
  /** When the source gave the answer, in milliseconds since 1970. */
  at: number
  /** When the answer stops being fresh, in milliseconds since 1970. */
  freshUntil: number
}

/**
 * What belongs to one request: who asks, until when, what was read for it, and the loaders that batch and remember look-ups.
 * First parameter of every service.
 */
export class Scope {
  readonly requestId: string
  readonly startedAt: number
  readonly #signal: () => AbortSignal
  readonly reads: Read[] = []
  /** One loader for each kind of look-up, and what was read so far by cache key, or a promise of it. Filled by the cache layer. */
  readonly loaders = new Map<string, DataLoader<string, unknown>>()
  readonly answers = new Map<string, unknown>()

  constructor(options: { requestId: string; signal: AbortSignal | (() => AbortSignal); startedAt: number }) {
    this.requestId = options.requestId
    const { signal } = options
    this.#signal = typeof signal === 'function' ? signal : () => signal
    this.startedAt = options.startedAt
  }

  /** Ends at the deadline or when the client leaves. Asked for only when there is something to wait for. */
  get signal(): AbortSignal {
    return this.#signal()
  }

  /** True when every read behind the answer came from the cache: `meta.cached`. */
  get cached(): boolean {
    return this.reads.length > 0 && this.reads.every((read) => read.cached)
  }

  /** When the oldest of the reads was made; null when nothing was read. */
  get readAt(): number | null {
    return this.reads.length === 0 ? null : Math.min(...this.reads.map((read) => read.at))
  }

  /** When the first of the reads stops being fresh; null when nothing was read. */
  get freshUntil(): number | null {
    return this.reads.length === 0 ? null : Math.min(...this.reads.map((read) => read.freshUntil))
  }
}
