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

/** Upper bound for `Retry-After`, for pausing and for clients. */
const longestPauseMs = 60_000

/** Seconds or a date, capped; null when absent or invalid. */
export const readRetryAfter = (header: string | undefined): number | null => {
  if (header === undefined) return null
  // Without a month name, `Date.parse` accepts many texts that are no dates.
  const isSeconds = /^\d+$/.test(header)
  const ms = isSeconds
    ? Number(header) * 1_000
    : /[a-z]{3}/i.test(header)
      ? Date.parse(header) - Date.now()
      : Number.NaN
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), longestPauseMs)
}

/** The result of work, which continues when the caller aborts. */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', leave))
  })
