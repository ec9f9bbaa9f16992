/**
 * Work in the air, shared by everyone who asks for the same thing meanwhile. A flight is called off only when nobody waits for
 * it any more, so one impatient client cannot spoil an answer for the others.
 */
export class SingleFlight<T> {
  readonly #byKey = new Map<string, Flight<T>>()

  get size(): number {
    return this.#byKey.size
  }

  /**
   * The outcome for each key. Keys nobody is fetching yet take off together: `start` is called once with them, and resolves
   * to their outcomes in order. An aborted `signal` rejects this caller alone.
   */
  join(
    keys: readonly string[],
    signal: AbortSignal,
    start: (keys: readonly string[], signal: AbortSignal) => Promise<readonly T[]>
  ): Promise<T>[] {
    // Nobody waits here: a flight that took off now would be called off while its further keys are still boarding.
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
    // Called off: newcomers must not join what is about to fail.
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
   * Lets go of what it brought, which those on board have by now. A map that was made anew leaves a table behind with what was in it then, and
   * each of these holds the next: what they hold grows as old as they do, and old garbage is found at great cost.
   */
  release(): void {
    this.arrival = nowhere
  }

  async outcomeOf(key: string): Promise<T> {
    const outcomes = await this.arrival
    // One outcome for each key is what `start` promises.
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
