import { afterMicrotasks, type EventLoop } from '../core/event-loop.ts'
import type { Scope } from '../core/scope.ts'

/** Milliseconds of reading after which the event loop runs. */
const turnMs = 10

/** Reads above this many milliseconds are measured in processor time. That is a system call, and most reads take microseconds. */
const longMs = 1

/** Step of the priority by consumed read time, in milliseconds. */
const stepMs = 100

/** Number of waiting requests in the first step above which new requests are not started. */
const manyWaiting = 2

type WaitingReads = { scope: Scope; reads: (() => void)[] }

const stepOf = ({ scope }: WaitingReads): number => Math.floor(scope.readMs / stepMs)

/**
 * Schedules synchronous reads of embedded data, which block the process. Reads run in slices, so that other requests are handled in
 * between, and each request is charged for the time its reads take.
 *
 * Within a slice, the request with the least read time (in steps) goes next, and the oldest of those first. Pure round robin would delay
 * all requests equally; pure age would let large requests block small ones. The oldest request of all starts each slice, so that large ones
 * finish too.
 */
export class ReadScheduler {
  readonly #processorMs: () => number
  readonly #eventLoop: EventLoop
  /** Processor time at the last measurement. */
  #askedAt: number
  #busyMs = 0
  /** The poll after which the slice started. */
  #began = 0
  #isNextAsked = false
  /** Waiting requests, oldest first. */
  readonly #waiting: WaitingReads[] = []

  constructor(processorMs: () => number, eventLoop: EventLoop) {
    this.#processorMs = processorMs
    this.#eventLoop = eventLoop
    this.#askedAt = processorMs()
  }

  /** Whether a request may read at once: the slice has time left and no request with less read time waits. */
  mayRead(scope: Scope): boolean {
    return !this.#isOver && (this.#waiting.length === 0 || scope.readMs < stepMs)
  }

  /** Whether so many requests wait that no new one should start. */
  get isOverdue(): boolean {
    if (this.#waiting.length < manyWaiting) return false
    return this.#waiting.filter((reads) => stepOf(reads) === 0).length >= manyWaiting
  }

  /** Runs a read now or when its request is scheduled. */
  take<T>(scope: Scope, read: () => Promise<T>): Promise<T> {
    if (this.mayRead(scope)) return read()
    return new Promise((resolve) => {
      this.#waitingOf(scope).reads.push(() => resolve(read()))
      this.#askNext()
    })
  }

  /** Charges a read to its request. Long reads are charged by processor time, so that a busy machine does not distort it. */
  took(scope: Scope, ms: number): void {
    const ownMs = ms < longMs ? ms : Math.min(ms, this.#processorMsSinceAsked())
    scope.readMs += ownMs
    this.#busyMs = this.#isNew ? ownMs : this.#busyMs + ownMs
    this.#began = this.#eventLoop.looks
    // Earlier slices do not count against this one.
    this.#askNext()
  }

  get #isNew(): boolean {
    return this.#began !== this.#eventLoop.looks
  }

  /** Whether this slice is used up; further reads wait for the next one. */
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
    // Continuations of this slice may use it up; the oldest request still gets one read.
    afterMicrotasks(() => this.#readFor(0))
  }

  /** Runs one read, then the next one after its synchronous continuations. */
  #readFor(at: number): void {
    const next = this.#waiting[at]
    if (next === undefined) return
    next.reads.shift()?.()
    if (next.reads.length === 0) this.#waiting.splice(at, 1)
    afterMicrotasks(() => {
      // Continuations may have used up the slice.
      if (this.#isOver) this.#askNext()
      else this.#readFor(this.#ofLeastRead())
    })
  }

  #ofLeastRead(): number {
    const steps = this.#waiting.map(stepOf)
    return steps.indexOf(Math.min(...steps))
  }

  #waitingOf(scope: Scope): WaitingReads {
    const younger = this.#waiting.findIndex((reads) => reads.scope === scope || reads.scope.startedAt > scope.startedAt)
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
