import { ApiError } from '../../core/errors.ts'
import { EventLoop } from '../../core/event-loop.ts'

/** Longest time that scans run before the event loop handles I/O, in ms. */
const sliceMs = 4

/** Maximum number of running scans, each of which holds memory. */
const defaultMaxScans = 64

/** Maximum number of waiting scans: a single query may need a hundred. */
const defaultMaxQueued = 1_024

/** Access of a scan to its time slices. */
export type Turn = {
  /** Whether the slice is used up. A scan checks it after each row group. */
  readonly isOver: boolean
  /** Waits for the next slice. Rejects with the reason of the signal when that has aborted. */
  rest(): Promise<void>
}

/**
 * Runs scans in time slices: each iteration of the event loop has one slice for all scans, which take turns, so that other requests are handled
 * in between. A scan starts at once if no other is running; one that ends within its first slice never waits.
 */
export class ScanTurns {
  readonly #eventLoop: EventLoop
  readonly #maxScans: number
  readonly #maxQueued: number
  readonly #now: () => number
  #scans = 0
  /** Scans that have not begun, in the order of arrival. */
  readonly #queued = new Set<() => void>()
  /** Scans that wait for a slice, in the order in which they began to wait. */
  readonly #waiting: (() => void)[] = []
  /** Start of the slice in this iteration; null before. */
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
          // After waiting for the store, the scan may be in an iteration without a slice.
          turns.#begin()
          return turns.#isOver
        },
        rest: () => this.#slice(signal)
      })
    } finally {
      const [next] = this.#queued
      // Passes the place to the next scan.
      if (next === undefined) this.#scans -= 1
      else next()
    }
  }

  /** Waits until another scan ends. */
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

  /** Begins the slice of this iteration. All its scans share the slice, so short ones need not wait for each other. */
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

/** The instance for this process. */
export const scanTurns = new ScanTurns()
