import { afterMicrotasks, EventLoop } from '../../core/event-loop.ts'

/** Work done between two polls for new I/O, in ms. */
const sliceMs = 3

/** Minimum share of time given to admitted work, so that an overloaded server never only refuses. */
const leastShare = 1 / 3

/** Idle time after which the event loop has certainly polled. */
const pauseMs = 2

/** An iteration of the event loop above this delays every request. */
const slowTurnMs = 25

/** Safety factor on the estimated wait. */
const caution = 2

/** Clamp for outliers when updating the estimate: one long stall must not dominate it; repeated ones still raise it. */
const outlier = 4

/** Minimum concurrency limit, however slow the event loop is. */
const leastConcurrent = 64

export type LoadOptions = {
  /** Maximum number of concurrent requests, most of which wait for I/O. */
  maxConcurrent: number
  /**
   * Maximum time in the queue during a burst. Requests that would wait longer are refused at once. When the queue has not been empty for
   * that long, the limit is half of it.
   */
  maxWaitMs: number
  /** Whether admitted work is so far behind that nothing new should start. */
  isOverdue?: () => boolean
  eventLoop?: EventLoop
}

/** Runs the synchronous part of a request; the promise resolves when all of it is done. */
export type Job = () => Promise<void> | undefined

type WaitingJob = { job: Job; refuse: () => void; since: number }

/**
 * Admission control. One thread does all work, so the limit is time: requests are admitted while they start soon, and refused early
 * otherwise, when refusing is cheap. After each slice of work the event loop polls, so that health checks and cached responses are answered
 * within milliseconds under any load.
 *
 * Requests that wait for I/O resume outside this queue. The duration of event loop iterations limits them instead: while iterations are
 * slow, the concurrency limit falls (additive increase, multiplicative decrease).
 */
export class Load {
  readonly #maxConcurrent: number
  readonly #least: number
  readonly #maxWaitMs: number
  readonly #isOverdue: () => boolean
  readonly #eventLoop: EventLoop
  readonly #queue: WaitingJob[] = []
  /** Ends the wait of the oldest job while the concurrency limit is reached. */
  #timer: NodeJS.Timeout | undefined
  /** Current concurrency limit. */
  #limit: number
  /** Start of the event loop iteration that is being measured. */
  #turnBegan: number | null = null
  /** Requests run without queueing: when the last busy period began, and when it was last active. */
  #workingSince = 0
  #workedUntil = 0
  /** Since when the queue has not been empty. */
  #waitingSince = 0
  /** Estimated time per queued job, including everything done in between. */
  #msPerJob = 1
  #countedSince = 0
  #lookingSince = 0
  /** End of the current slice. */
  #sliceEnds = 0
  #begun = 0
  #running = 0
  #refused = 0

  constructor({ maxConcurrent, maxWaitMs, isOverdue = () => false, eventLoop = new EventLoop() }: LoadOptions) {
    this.#maxConcurrent = maxConcurrent
    this.#least = Math.min(leastConcurrent, maxConcurrent)
    this.#maxWaitMs = maxWaitMs
    this.#isOverdue = isOverdue
    this.#eventLoop = eventLoop
    this.#limit = maxConcurrent
  }

  /** Admitted requests that wait for I/O. */
  get running(): number {
    return this.#running
  }

  /** Requests in the queue. */
  get queued(): number {
    return this.#queue.length
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Current concurrency limit. */
  get limit(): number {
    return this.#limit
  }

  /** Runs a job now or later, or refuses it. */
  admit(job: Job, refuse: () => void): void {
    const now = performance.now()
    const isFirst = this.#queue.length === 0
    if (isFirst) this.#waitingSince = now
    if (isFirst && this.#mayRun(now)) {
      // The end of the iteration shows how long the rest takes.
      if (this.#run(job)) this.#beginTurn(now, now)
      else this.#workedUntil = performance.now()
    } else if (this.#isTooLate(now)) this.#refuse(refuse)
    else {
      if (isFirst) {
        this.#countedSince = now
        this.#begun = 0
      }
      this.#queue.push({ job, refuse, since: now })
      this.#beginTurn(now, now)
    }
  }

  #mayRun(now: number): boolean {
    // Measuring every iteration would cost a tenth of many responses. After a pause a new one has begun.
    if (now - this.#workedUntil > pauseMs) this.#workingSince = now
    const since = Math.min(this.#turnBegan ?? now, this.#workingSince)
    return now - since < sliceMs && !this.#eventLoop.isConnecting && this.#running < this.#limit && !this.#isOverdue()
  }

  #isTooLate(now: number): boolean {
    const allowedMs = now - this.#waitingSince < this.#maxWaitMs ? this.#maxWaitMs : this.#maxWaitMs / 2
    return this.#queue.length * this.#msPerJob * caution >= allowedMs
  }

  #beginTurn(now: number, lookingSince: number): void {
    if (this.#turnBegan !== null) return
    this.#turnBegan = now
    this.#lookingSince = lookingSince
    this.#eventLoop.afterPoll(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    const now = performance.now()
    const turnMs = now - (this.#turnBegan ?? now)
    this.#turnBegan = null
    this.#workingSince = now
    if (turnMs < slowTurnMs) this.#limit = Math.min(this.#maxConcurrent, this.#limit + 1)
    // Most of the limit is unused, so one slow request caused it; do not limit others.
    else if (this.#running * 2 > this.#limit) this.#limit = Math.max(this.#least, Math.floor(this.#limit * 0.9))
    if (this.#queue.length > 0) this.#workOff(now)
  }

  #workOff(began: number): void {
    if (this.#begun > 0) {
      const seen = (began - this.#countedSince) / this.#begun
      this.#msPerJob += (Math.min(seen, outlier * this.#msPerJob) - this.#msPerJob) * 0.05
      this.#countedSince = began
      this.#begun = 0
    }
    this.#sliceEnds = began + Math.max(sliceMs, (began - this.#lookingSince) * leastShare)
    this.#workOn(began)
  }

  readonly #workOn = (began: number): void => {
    for (let now = performance.now(); now < this.#sliceEnds; now = performance.now()) {
      const [next] = this.#queue
      if (next === undefined) return
      const leftMs = next.since + this.#maxWaitMs - now
      if (leftMs < 0) {
        this.#queue.shift()
        this.#refuse(next.refuse)
        continue
      }
      if (this.#running >= this.#limit) {
        // A finished request resumes the queue, or the time limit of the next one.
        this.#timer ??= setTimeout(this.#resume, leftMs + 1).unref()
        return
      }
      if (this.#isOverdue()) break
      this.#queue.shift()
      this.#begun += 1
      if (this.#run(next.job)) {
        // Its synchronous continuations belong to this slice.
        afterMicrotasks(() => this.#workOn(began))
        return
      }
    }
    const now = performance.now()
    this.#workedUntil = now
    this.#beginTurn(began, now)
    // The end of this iteration is already scheduled.
    this.#lookingSince = now
  }

  /** Whether the job continues asynchronously. */
  #run(job: Job): boolean {
    const rest = job()
    if (rest === undefined) return false
    this.#running += 1
    void rest.then(this.#done)
    return true
  }

  readonly #done = (): void => {
    this.#running -= 1
    this.#resume()
  }

  readonly #resume = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#queue.length === 0) return
    const now = performance.now()
    this.#beginTurn(now, now)
  }

  #refuse(refuse: () => void): void {
    this.#refused += 1
    refuse()
  }
}
