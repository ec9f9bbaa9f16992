/**
 * What retries may cost: every call earns a fraction of one, and only few can be saved up. However many calls fail, retries stay
 * a small share of them, so an upstream in trouble is not buried under its own clients.
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

  /** Whether a retry may be made; counts it when it may. */
  spend(): boolean {
    if (this.#saved < 1) return false
    this.#saved -= 1
    return true
  }
}

/** Full jitter: anywhere from nothing to a bound that doubles with each attempt, so that clients do not come back in step. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(1_000, 50 * 2 ** attempt)
