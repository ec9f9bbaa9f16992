import type { Awaitable } from './awaitable.ts'
import { ApiError } from './errors.ts'

/** Begins work for keys; resolves to an outcome per key, in order. Outcomes may resolve at different times. */
type Begin<T> = (keys: readonly string[], signal: AbortSignal) => Promise<readonly Awaitable<T>[]>

/**
 * Work shared by all concurrent callers of a key. Keys that begin together are one flight, but each has its own outcome. A flight is aborted
 * only when no caller waits for it any more, so one impatient client does not fail the others.
 */
export class SingleFlight<T> {
  readonly #byKey = new Map<string, Flight<T>>()
  readonly #maxMs: number | null

  /** `maxMs`: time limit of a flight; null if only its callers abort it. */
  constructor(maxMs: number | null = null) {
    this.#maxMs = maxMs
  }

  get size(): number {
    return this.#byKey.size
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /**
   * The outcome per key. `begin` is called once with all keys that have no flight yet. An aborted `signal` rejects only this caller; null
   * waits to the end.
   */
  join(keys: readonly string[], signal: AbortSignal | null, begin: Begin<T>): Promise<T>[] {
    // A flight without waiting callers would be aborted while its other keys are still joining.
    if (signal?.aborted) return keys.map(() => Promise.reject(signal.reason))
    const missing = keys.filter((key) => !this.#byKey.has(key))
    if (missing.length > 0) this.#begin(missing, begin)
    return keys.map((key) => {
      const flight = this.#byKey.get(key)
      if (flight === undefined) throw new Error('a flight must be in the air here')
      return flight.join(key, signal)
    })
  }

  /** Later callers begin new flights. Waiting callers still get their outcome. */
  clear(): void {
    this.#byKey.clear()
  }

  #begin(keys: readonly string[], begin: Begin<T>): void {
    const flight = new Flight<T>(keys, begin, this.#maxMs, (key) => {
      if (this.#byKey.get(key) === flight) this.#byKey.delete(key)
    })
    for (const key of keys) this.#byKey.set(key, flight)
  }
}

const nowhere = new Promise<never>(() => {})

class Flight<T> {
  readonly #keys: readonly string[]
  readonly #outcomes: Promise<T>[]
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined
  /** Keys without an outcome. */
  #open: number
  #waiting = 0

  /** `onEnd`: receives each key that callers can no longer join. */
  constructor(keys: readonly string[], begin: Begin<T>, maxMs: number | null, onEnd: (key: string) => void) {
    this.#keys = keys
    this.#open = keys.length
    const { signal } = this.#controller
    const begun = begin(keys, signal)
    const late = maxMs === null ? null : this.#lateAfter(maxMs)
    this.#outcomes = keys.map((key, index) => {
      const own = begun.then((outcomes) => outcomes[index] as T)
      const outcome = late === null ? own : Promise.race([own, late])
      const end = () => {
        onEnd(key)
        this.#end(index)
      }
      outcome.then(end, end)
      return outcome
    })
    const leave = () => {
      for (const key of keys) onEnd(key)
    }
    // New callers must not join an aborted flight.
    signal.addEventListener('abort', leave, { once: true })
  }

  /** Rejects for callers if the work ignores its signal. */
  #lateAfter(maxMs: number): Promise<never> {
    return new Promise((_, reject) => {
      this.#timer = setTimeout(() => {
        this.#controller.abort(new ApiError('UPSTREAM_TIMEOUT'))
        reject(this.#controller.signal.reason)
      }, maxMs).unref()
    })
  }

  /**
   * Drops an outcome that all callers have received. A Map keeps its old backing tables alive after resizing, and they would keep old
   * results alive until an expensive major collection.
   */
  #end(index: number): void {
    this.#outcomes[index] = nowhere
    this.#open -= 1
    if (this.#open === 0) clearTimeout(this.#timer)
  }

  join(key: string, signal: AbortSignal | null): Promise<T> {
    // Only keys of this flight lead here.
    const outcome = this.#outcomes[this.#keys.indexOf(key)] as Promise<T>
    if (signal === null) return outcome
    this.#waiting += 1
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp)
        this.#waiting -= 1
        if (this.#waiting === 0 && this.#open > 0) this.#controller.abort(signal.reason)
      }
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      outcome.then(
        (value) => {
          if (!signal.aborted) leave()
          resolve(value)
        },
        (error: unknown) => {
          if (!signal.aborted) leave()
          reject(error)
        }
      )
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
