/**
 * Budget for retries: every call earns a fraction of one, up to a small balance. Retries remain a small share of calls, so that clients do
 * not overload a failing upstream.
 */
export class RetryBudget {
  readonly #earnedPerCall: number
  readonly #maxSaved: number
  #saved: number

  constructor(options: { earnedPerCall: number; maxSaved: number }) {
    this.#earnedPerCall = options.earnedPerCall
    this.#maxSaved = options.maxSaved
    this.#saved = 1
  }

  /** Counts a first attempt. */
  earn(): void {
    this.#saved = Math.min(this.#maxSaved, this.#saved + this.#earnedPerCall)
  }

  /** Whether a retry is allowed; counts it if so. */
  spend(): boolean {
    if (this.#saved < 1) return false
    this.#saved -= 1
    return true
  }
}

/** Full jitter: a random delay up to a bound that doubles with each attempt, so that clients do not retry in step. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(1_000, 50 * 2 ** attempt)
