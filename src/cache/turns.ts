import type { Scope } from '../core/scope.ts'

/** Milliseconds of reading after which the event loop gets its turn. */
const turnMs = 25

/**
 * Embedded data is read while the process does nothing else. Reads take turns here, so that other requests are heard in between, and the
 * time each takes is written to the account of the request it is for.
 */
export class Turns {
  readonly #now: () => number
  #busyMs = 0
  #next: Promise<void> | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether reads of this turn have taken long enough: the next ones are for the turn after it. */
  get isOver(): boolean {
    return this.#busyMs >= turnMs
  }

  /**
   * The beginning of the next turn. Many may wait for it, and the first of them may use it up: whoever goes on looks again, and reads before
   * anybody else goes on.
   */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) =>
      setImmediate(() => {
        this.#busyMs = 0
        this.#next = null
        resolve()
      })
    )
    return this.#next
  }

  /** What a read returns at once, a promise too, and the time until then. */
  run<T>(scope: Scope, read: () => T): T {
    const startedAt = this.#now()
    try {
      return read()
    } finally {
      const ms = this.#now() - startedAt
      scope.readMs += ms
      this.#busyMs += ms
      if (this.isOver) void this.next()
    }
  }
}
