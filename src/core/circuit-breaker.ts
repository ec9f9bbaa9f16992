export type BreakerState = 'closed' | 'open' | 'half-open'

/** Counts one call, and returns whether the breaker opens. */
type OpeningRule = (hasFailed: boolean) => boolean

type BreakerOptions = {
  /** Creates a fresh rule each time that the breaker closes. */
  newRule: () => OpeningRule
  /** Whether an error counts as a failure of the other end. */
  isFailure: (error: unknown) => boolean
  halfOpenAfterMs: number
  onChange: (state: BreakerState) => void
}

/** Stops calls to a service that keeps failing. After a pause, one trial call decides whether other calls may continue. */
export class CircuitBreaker {
  readonly #options: BreakerOptions
  #opens: OpeningRule
  #state: BreakerState = 'closed'
  #openedAt = 0

  constructor(options: BreakerOptions) {
    this.#options = options
    this.#opens = options.newRule()
  }

  get state(): BreakerState {
    return this.#state
  }

  /** Milliseconds until the next call may run. A trial has no known end. */
  get restMs(): number {
    if (this.#state === 'closed') return 0
    if (this.#state === 'half-open') return Number.POSITIVE_INFINITY
    return Math.max(0, Math.floor(this.#openedAt + this.#options.halfOpenAfterMs - performance.now()))
  }

  /** Runs a call after the pause. It is the trial unless the breaker is closed. `failsAlone`: its failure is not counted. */
  async run<T>(call: (isTrial: boolean) => Promise<T>, failsAlone = false): Promise<T> {
    const isTrial = this.#state !== 'closed'
    if (isTrial) this.#become('half-open')
    try {
      const result = await call(isTrial)
      this.#count(isTrial, false)
      return result
    } catch (error) {
      const hasFailed = this.#options.isFailure(error)
      // Other errors are answers too, or unrelated: a caller may have aborted.
      if ((hasFailed && !failsAlone) || isTrial) this.#count(isTrial, hasFailed)
      throw error
    }
  }

  #count(isTrial: boolean, hasFailed: boolean): void {
    if (isTrial) this.#become(hasFailed ? 'open' : 'closed')
    // Ignores calls that began before the breaker opened.
    else if (this.#state === 'closed' && this.#opens(hasFailed)) this.#become('open')
  }

  #become(state: BreakerState): void {
    this.#state = state
    if (state === 'open') this.#openedAt = performance.now()
    if (state === 'closed') this.#opens = this.#options.newRule()
    this.#options.onChange(state)
  }
}

/** Opens after `most` consecutive failures. */
export const consecutive =
  (most: number): (() => OpeningRule) =>
  () => {
    let failures = 0
    return (hasFailed) => {
      failures = hasFailed ? failures + 1 : 0
      return failures >= most
    }
  }

/** Opens if more than `share` of at least `calls` calls have failed within `seconds`. */
export const shareOf =
  ({ share, calls, seconds }: { share: number; calls: number; seconds: number }): (() => OpeningRule) =>
  () => {
    let counts: { second: number; calls: number; failures: number }[] = []
    return (hasFailed) => {
      const second = Math.floor(performance.now() / 1_000)
      counts = counts.filter((count) => count.second > second - seconds)
      let latest = counts.at(-1)
      if (latest?.second !== second) {
        latest = { second, calls: 0, failures: 0 }
        counts.push(latest)
      }
      latest.calls += 1
      if (hasFailed) latest.failures += 1
      const sum = (of: 'calls' | 'failures') => counts.reduce((all, count) => all + count[of], 0)
      return hasFailed && sum('calls') >= calls && sum('failures') > share * sum('calls')
    }
  }
