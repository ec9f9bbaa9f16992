import { afterMicrotasks, EventLoop } from '../core/event-loop.ts'

/** Work done before it is looked what else has come in. */
const sliceMs = 3

/** Part of the time that all else took which work gets at least: to refuse is no use where nothing else is done. */
const leastShare = 1 / 3

/** Nothing to do for so long: the event loop has looked around. */
const pauseMs = 2

/** A turn that takes so long keeps everybody waiting. */
const slowTurnMs = 25

/** By so much what is waiting is scorecardInputs longer than it was of late: no two requests are alike. */
const caution = 2

/** What took more than so many times what was scorecardInputs counts as that: once it is the machine that stood still, and again and again it shows. */
const outlier = 4

/** So many may be at work however slow the turns are. */
const leastConcurrent = 64

export type LoadOptions = {
  /** Requests that may be at work at once, most of them waiting for something. */
  maxConcurrent: number
  /**
   * Time a request may wait for its turn in a burst. One that waits longer is refused, and so is at once one that
   * would. Where some were waiting all the time for that long it is no burst: then half of it must do.
   */
  maxWaitMs: number
  /** Whether what was begun is far behind with what this thread does for it, so that nothing new should be begun. */
  isOverdue?: () => boolean
  eventLoop?: EventLoop
}

/** Does the work for one request, as far as it goes now; the promise ends when all of it is done. */
export type Job = () => Promise<void> | undefined

type Waiting = { job: Job; refuse: () => void; since: number }

/**
 * How much there is to do, and what of it is taken on. All of it is done by one thread, so that it is a matter of time:
 * work is begun as long as its turn comes soon, and what would have to wait is refused while that costs little. ShowQuery
 * each slice of work the event loop looks at what came in, so that what is no work is answered within milliseconds
 * however much is waiting.
 *
 * Work that waits for others comes back in turns that nobody divides. There the turns themselves are watched: while
 * they are slow fewer are let in (additive increase, multiplicative decrease).
 */
export class Load {
  readonly #maxConcurrent: number
  readonly #least: number
  readonly #maxWaitMs: number
  readonly #isOverdue: () => boolean
  readonly #eventLoop: EventLoop
  readonly #queue: Waiting[] = []
  /** How many may be at work as things are. */
  #limit: number
  /** When it began, of a turn of the event loop whose end is asked for. */
  #turnBegan: number | null = null
  /** Work that was done as soon as it came: since when there was no pause, and until when there was any. */
  #workingSince = 0
  #workedUntil = 0
  /** Since when there was somebody waiting all the time. */
  #waitingSince = 0
  /** Time from one job of the queue to the next, with all that is done in between. */
  #msPerJob = 1
  #countedSince = 0
  #lookingSince = 0
  /** Until when work of the queue is begun before it is looked again. */
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

  /** Requests at work that wait for something. */
  get running(): number {
    return this.#running
  }

  /** Requests that wait for their turn. */
  get queued(): number {
    return this.#queue.length
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Requests that may be at work as things are. */
  get limit(): number {
    return this.#limit
  }

  /** Does a job, now or in its turn, or refuses it. */
  admit(job: Job, refuse: () => void): void {
    const now = performance.now()
    const isFirst = this.#queue.length === 0
    if (isFirst) this.#waitingSince = now
    if (isFirst && this.#mayRun(now)) {
      // How long that goes on shows at the end of the turn.
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
    // To ask for the end of every turn would cost a tenth of what is done in many: where there was a pause, one has
    // ended.
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
    // Few of those that may be at work are: then it is one of them that is slow, and others must not wait for it.
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
      // Whoever is done looks again.
      if (this.#running >= this.#limit) return
      if (this.#isOverdue()) break
      const next = this.#queue.shift()
      if (next === undefined) return
      if (now - next.since > this.#maxWaitMs) this.#refuse(next.refuse)
      else {
        this.#begun += 1
        if (this.#run(next.job)) {
          // What it goes on with at once is part of the slice.
          afterMicrotasks(() => this.#workOn(began))
          return
        }
      }
    }
    const now = performance.now()
    this.#workedUntil = now
    this.#beginTurn(began, now)
    // Whatever was done meanwhile has asked for the end of this turn before.
    this.#lookingSince = now
  }

  /** Whether there is more to come. */
  #run(job: Job): boolean {
    const rest = job()
    if (rest === undefined) return false
    this.#running += 1
    void rest.then(this.#done)
    return true
  }

  readonly #done = (): void => {
    this.#running -= 1
    if (this.#queue.length === 0) return
    const now = performance.now()
    this.#beginTurn(now, now)
  }

  #refuse(refuse: () => void): void {
    this.#refused += 1
    refuse()
  }
}
