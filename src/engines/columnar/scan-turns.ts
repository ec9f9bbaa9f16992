import { ApiError } from '../../core/errors.ts'
import { EventLoop } from '../../core/event-loop.ts'

/** Longest time that scans run before the event loop handles I/O, in ms. */
const sliceMs = 4

/** Scans that have begun, each of which holds memory. */
const defaultMaxScans = 64

/** Scans that wait until one of these ends: a single query may ask for a hundred. */
const defaultMaxQueued = 1_024

/** What a scan runs in. */
export type Turn = {
  /** Whether the slice is used up. A scan asks after each row group. */
  readonly isOver: boolean
  /** Waits for the next slice. Rejects with the reason of the signal when that has aborted. */
  rest(): Promise<void>
}

/**
 * Lets scans run in slices: one slice per iteration of the event loop over all scans, in turn, so that other requests are handled in between.
 * One for the process. A scan that begins while nothing else runs starts at once; one that ends within its first slice never waits.
 */
export class ScanTurns {
  readonly #eventLoop: EventLoop
  readonly #maxScans: number
  readonly #maxQueued: number
  readonly #now: () => number
  #scans = 0
  /** Scans that have not begun, in the order in which they came. */
  readonly #queued = new Set<() => void>()
  /** Scans that wait for a slice, in the order in which they began to wait. */
  readonly #waiting: (() => void)[] = []
  /** When the slice of this iteration began; null before there is one. */
  #sliceStart: number | null = null

  constructor({
    eventLoop = new EventLoop(),
    maxScans = defaultMaxScans,
    maxQueued = defaultMaxQueued,
    now = () => performance.now()
  } = {}) {
    this.#eventLoop = eventLoop
    this.#maxScans = maxScans
    this.#maxQueued = maxQueued
    this.#now = now
  }

  /** Runs a scan. Fails with `UNAVAILABLE` when too many wait already, and with the reason of the signal when that aborts. */
  async run<T>(signal: AbortSignal, scan: (turn: Turn) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#scans >= this.#maxScans) await this.#place(signal)
    else this.#scans += 1
    try {
      if (this.#waiting.length > 0 || this.#isOver) await this.#slice(signal)
      else this.#begin()
      const turns = this
      return await scan({
        get isOver() {
          // After a wait for the store, the iteration may have no slice yet.
          turns.#begin()
          return turns.#isOver
        },
        rest: () => this.#slice(signal)
      })
    } finally {
      const [next] = this.#queued
      // The place passes on.
      if (next === undefined) this.#scans -= 1
      else next()
    }
  }

  /** Waits for the place of a scan that ends. */
  #place(signal: AbortSignal): Promise<void> {
    if (this.#queued.size >= this.#maxQueued)
      throw new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, isExpected: true })
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queued.delete(begin)
        signal.removeEventListener('abort', stop)
      }
      const begin = (): void => {
        leave()
        resolve()
      }
      const stop = (): void => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop)
      this.#queued.add(begin)
    })
  }

  get #isOver(): boolean {
    return this.#sliceStart !== null && this.#now() - this.#sliceStart >= sliceMs
  }

  /** Scans of one iteration share its slice, so short ones need not wait for each other. */
  #begin(): void {
    if (this.#sliceStart !== null) return
    this.#sliceStart = this.#now()
    this.#eventLoop.afterPoll(this.#next)
  }

  #slice(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (signal.aborted) reject(signal.reason)
        else resolve()
      })
      this.#begin()
    })
  }

  readonly #next = (): void => {
    this.#sliceStart = null
    const resume = this.#waiting.shift()
    if (resume === undefined) return
    this.#begin()
    resume()
  }
}

/** Those of this process. */
export const scanTurns = new ScanTurns()
