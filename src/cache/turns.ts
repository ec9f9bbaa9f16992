import type { Scope } from '../core/scope.ts'

/** Milliseconds of reading after which the event loop gets its turn. */
const turnMs = 25

/** A read that took longer is looked at closer: to ask for processor time is a system call, and most reads take microseconds. */
const longMs = 1

/**
 * Embedded data is read while the process does nothing else. Reads take turns here, so that other requests are heard in between, and the
 * time each takes is written to the account of the request it is for.
 */
export class Turns {
  readonly #processorMs: () => number
  /** Processor time when it was last asked for. */
  #askedAt: number
  #busyMs = 0
  #next: Promise<void> | null = null

  constructor(processorMs: () => number) {
    this.#processorMs = processorMs
    this.#askedAt = processorMs()
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

  /** Writes down what a read took for a request, by the clock. On a busy machine nobody is charged for what others did meanwhile. */
  took(scope: Scope, ms: number): void {
    const ownMs = ms < longMs ? ms : Math.min(ms, this.#processorMsSinceAsked())
    scope.readMs += ownMs
    this.#busyMs += ownMs
    // What was read in turns before this one is no reason to wait.
    void this.next()
  }

  #processorMsSinceAsked(): number {
    const now = this.#processorMs()
    const since = now - this.#askedAt
    this.#askedAt = now
    return since
  }
}
