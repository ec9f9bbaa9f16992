import { afterMicrotasks, type EventLoop } from '../core/event-loop.ts'
import type { Scope } from '../core/scope.ts'

/** Milliseconds of reading after which the event loop gets its turn. */
const turnMs = 10

/** A read that took longer is looked at closer: to ask for processor time is a system call, and most reads take microseconds. */
const longMs = 1

/** Requests that have read for so long let those go first that have read less, in steps of as much. */
const stepMs = 100

/** As many requests that have read for less than a step may wait for their turn before nothing new is to be begun beside them. */
const manyWaiting = 2

type Waiting = { scope: Scope; reads: (() => void)[] }

const stepOf = ({ scope }: Waiting): number => Math.floor(scope.readMs / stepMs)

/**
 * Embedded data is read while the process does nothing else. Reads take turns here, so that other requests are heard in between, and the
 * time each takes is written to the account of the request it is for.
 *
 * Whose turn it is next is the oldest of the requests that have read least, by steps: were all to go on side by side, all would be late, and
 * were it by age alone, nobody would come before those that read most. So that these come to an end too, the oldest of all begins a turn.
 */
export class ReadScheduler {
  readonly #processorMs: () => number
  readonly #eventLoop: EventLoop
  /** Processor time when it was last asked for. */
  #askedAt: number
  #busyMs = 0
  /** The look behind which the turn began. */
  #began = 0
  #isNextAsked = false
  /** Requests that wait for a turn, oldest first. */
  readonly #waiting: Waiting[] = []

  constructor(processorMs: () => number, eventLoop: EventLoop) {
    this.#processorMs = processorMs
    this.#eventLoop = eventLoop
    this.#askedAt = processorMs()
  }

  /** Whether a request may read at once: in a turn that is not over, and before all who wait. */
  mayRead(scope: Scope): boolean {
    return !this.#isOver && (this.#waiting.length === 0 || scope.readMs < stepMs)
  }

  /** Whether so many wait that nothing new should be begun. */
  get isOverdue(): boolean {
    if (this.#waiting.length < manyWaiting) return false
    return this.#waiting.filter((each) => stepOf(each) === 0).length >= manyWaiting
  }

  /** Reads for a request, now or when it is its turn. */
  take<T>(scope: Scope, read: () => Promise<T>): Promise<T> {
    if (this.mayRead(scope)) return read()
    return new Promise((resolve) => {
      this.#waitingOf(scope).reads.push(() => resolve(read()))
      this.#askNext()
    })
  }

  /** Writes down what a read took for a request, by the clock. On a busy machine nobody is charged for what others did meanwhile. */
  took(scope: Scope, ms: number): void {
    const ownMs = ms < longMs ? ms : Math.min(ms, this.#processorMsSinceAsked())
    scope.readMs += ownMs
    this.#busyMs = this.#isNew ? ownMs : this.#busyMs + ownMs
    this.#began = this.#eventLoop.looks
    // What was read in turns before this one is no reason to wait.
    this.#askNext()
  }

  get #isNew(): boolean {
    return this.#began !== this.#eventLoop.looks
  }

  /** Whether reads of this turn have taken long enough: the next ones are for the turn after it. */
  get #isOver(): boolean {
    return !this.#isNew && this.#busyMs >= turnMs
  }

  #askNext(): void {
    if (this.#isNextAsked) return
    this.#isNextAsked = true
    this.#eventLoop.afterPoll(this.#next)
  }

  readonly #next = (): void => {
    this.#isNextAsked = false
    // What is begun in this turn may use it up: it is done the sooner, and one read there is nevertheless.
    afterMicrotasks(() => this.#readFor(0))
  }

  /** Lets one read, and when it has gone as far as it goes at once, the next. */
  #readFor(at: number): void {
    const next = this.#waiting[at]
    if (next === undefined) return
    next.reads.shift()?.()
    if (next.reads.length === 0) this.#waiting.splice(at, 1)
    afterMicrotasks(() => {
      // Others may have used up the turn, before it was this one's.
      if (this.#isOver) this.#askNext()
      else this.#readFor(this.#ofLeastRead())
    })
  }

  #ofLeastRead(): number {
    const steps = this.#waiting.map(stepOf)
    return steps.indexOf(Math.min(...steps))
  }

  #waitingOf(scope: Scope): Waiting {
    const younger = this.#waiting.findIndex((each) => each.scope === scope || each.scope.startedAt > scope.startedAt)
    const at = younger < 0 ? this.#waiting.length : younger
    const known = this.#waiting[at]
    if (known?.scope === scope) return known
    const added = { scope, reads: [] }
    this.#waiting.splice(at, 0, added)
    return added
  }

  #processorMsSinceAsked(): number {
    const now = this.#processorMs()
    const since = now - this.#askedAt
    this.#askedAt = now
    return since
  }
}
