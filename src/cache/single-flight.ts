/**
 * Work shared by all concurrent callers of a key. A flight is aborted only when no caller waits for it any more, so one impatient client
 * does not fail the others.
 */
export class SingleFlight<T> {
  readonly #byKey = new Map<string, Flight<T>>()

  get size(): number {
    return this.#byKey.size
  }

  /**
   * The outcome per key. `start` is called once with all keys that have no flight yet and resolves to their outcomes in order. An aborted
   * `signal` rejects only this caller.
   */
  join(
    keys: readonly string[],
    signal: AbortSignal,
    start: (keys: readonly string[], signal: AbortSignal) => Promise<readonly T[]>
  ): Promise<T>[] {
    // A flight without waiting callers would be aborted while its other keys are still joining.
    if (signal.aborted) return keys.map(() => Promise.reject(signal.reason))
    const grounded = keys.filter((key) => !this.#byKey.has(key))
    if (grounded.length > 0) this.#takeOff(grounded, start)
    return keys.map((key) => {
      const flight = this.#byKey.get(key)
      if (flight === undefined) throw new Error('a flight must be in the air here')
      return flight.join(flight.outcomeOf(key), signal)
    })
  }

  #takeOff(
    keys: readonly string[],
    start: (keys: readonly string[], signal: AbortSignal) => Promise<readonly T[]>
  ): void {
    const flight = new Flight<T>(keys)
    for (const key of keys) this.#byKey.set(key, flight)
    const settle = () => {
      for (const key of keys) if (this.#byKey.get(key) === flight) this.#byKey.delete(key)
      flight.release()
    }
    // New callers must not join an aborted flight.
    flight.signal.addEventListener('abort', settle, { once: true })
    flight.arrival = start(keys, flight.signal)
    flight.arrival.then(settle, settle)
  }
}

const nowhere: Promise<never[]> = Promise.resolve([])

class Flight<T> {
  readonly #keys: readonly string[]
  readonly #controller = new AbortController()
  #waiting = 0
  arrival: Promise<readonly T[]> = nowhere

  constructor(keys: readonly string[]) {
    this.#keys = keys
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * Drops the result, which all callers have by now. A Map keeps its old backing tables alive after resizing, and they would keep old
   * results alive until an expensive major collection.
   */
  release(): void {
    this.arrival = nowhere
  }

  async outcomeOf(key: string): Promise<T> {
    const outcomes = await this.arrival
    // `start` returns one outcome per key.
    return outcomes[this.#keys.indexOf(key)] as T
  }

  join(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
    this.#waiting += 1
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp)
        this.#waiting -= 1
      }
      const giveUp = () => {
        leave()
        if (this.#waiting === 0) this.#controller.abort(signal.reason)
        reject(signal.reason)
      }
      outcome.then(
        (value) => {
          leave()
          resolve(value)
        },
        (error: unknown) => {
          leave()
          reject(error)
        }
      )
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
