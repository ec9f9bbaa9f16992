import type { Awaitable } from './awaitable.ts'
import { ApiError } from './errors.ts'
import type { RateLimit } from './rate-limit.ts'

/** Result of leasing points: how many were granted, how many are left in the shared window, and when that window ends. */
type Lease = { granted: number; left: number; endsInMs: number }

/** Takes points from the window that a caller shares with other processes. Rejects only on a programming error. */
export type LeasePoints = (points: number) => Promise<Lease>

type AllowanceOptions = {
  limit: RateLimit
  lease: LeasePoints
  /** Points leased at once. Spending leased points needs no call, and other processes cannot spend them. */
  slice: number
  /** A clock that is never set. */
  now?: (() => number) | undefined
}

/** Every request costs at least one point, even a refused one or one without reads. */
export const pointsFor = (cost: number): number => Math.max(1, cost)

/**
 * The rate limit of one caller. It leases points by the slice and spends them synchronously; the next slice is fetched before this one runs
 * out. Processes that lease from one window never spend more than its limit together.
 */
export class Allowance {
  readonly limit: RateLimit
  /** Value of the header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10): `q` points in `w` seconds. */
  readonly policy: string
  readonly #lease: LeasePoints
  readonly #slice: number
  readonly #now: () => number
  /** Leased points that are not spent yet. */
  #held = 0
  /** Points left to lease at the last lease. */
  #left = 0
  /** End of the window. After it the state of the next window is unknown until the next lease. */
  #endsAt = 0
  /** Points that waiting requests need. */
  #wanted = 0
  #leasing: Promise<void> | null = null

  constructor({ limit, lease, slice, now = () => performance.now() }: AllowanceOptions) {
    this.limit = limit
    this.policy = `"default";q=${limit.points};w=${limit.seconds}`
    this.#lease = lease
    this.#slice = slice
    this.#now = now
  }

  /** Points left in this window, as far as this process knows. */
  get remaining(): number {
    return this.#isKnown() ? this.#held + this.#left : this.limit.points
  }

  /** When the full limit is available again, in milliseconds since 1970. */
  get resetAt(): number {
    return Date.now() + (this.#isKnown() ? this.#endsAt - this.#now() : this.limit.seconds * 1_000)
  }

  /** Value of the header `RateLimit`: `r` points are left for `t` seconds. Every response carries it. */
  get standing(): string {
    const leftMs = this.#endsAt - this.#now()
    return leftMs > 0
      ? `"default";r=${this.#held + this.#left};t=${Math.ceil(leftMs / 1_000)}`
      : `"default";r=${this.limit.points};t=${this.limit.seconds}`
  }

  /** The error for a caller without remaining points; null otherwise. */
  get problem(): ApiError | null {
    return this.#isOutOf(1) ? this.#refusal(1) : null
  }

  /** Spends points, or fails with `RATE_LIMITED`. */
  spend(points: number): Awaitable<void> {
    if (this.#held < points || !this.#isKnown()) {
      if (points > this.limit.points || this.#isOutOf(points)) throw this.#refusal(points)
      return this.#spendLater(points)
    }
    this.#held -= points
    if (this.#held < this.#slice / 2 && this.#left > 0) void this.#leaseMore()
    return undefined
  }

  async #spendLater(points: number): Promise<void> {
    this.#wanted += points
    try {
      // Another request may spend a fresh lease first, or the window may end: keep leasing until it suffices or the limit is reached.
      while (!this.#isKnown() || this.#held < points) {
        if (this.#isOutOf(points)) throw this.#refusal(points)
        await this.#leaseMore()
      }
      this.#held -= points
    } finally {
      this.#wanted -= points
    }
  }

  /** Only one lease at a time; the first request that resumes spends it. */
  #leaseMore(): Promise<void> {
    this.#leasing ??= this.#fetch().finally(() => {
      this.#leasing = null
    })
    return this.#leasing
  }

  async #fetch(): Promise<void> {
    const askedAt = this.#now()
    const lacking = this.#isKnown() ? this.#wanted - this.#held : this.#wanted
    const { granted, left, endsInMs } = await this.#lease(Math.min(this.limit.points, Math.max(this.#slice, lacking)))
    this.#held = (this.#isKnown() ? this.#held : 0) + granted
    this.#left = left
    // Counted from before the call, so that this process never spends points of a window that has already ended at the shared store.
    this.#endsAt = askedAt + endsInMs
  }

  #isKnown(): boolean {
    return this.#now() < this.#endsAt
  }

  /** Whether the window is known to have fewer points. Other processes do not return leased points. */
  #isOutOf(points: number): boolean {
    return this.#held + this.#left < points && this.#isKnown()
  }

  #refusal(points: number): ApiError {
    const { points: most, seconds } = this.limit
    if (points > most) {
      return new ApiError(
        'RATE_LIMITED',
        `This costs ${points}, and the key may use ${most} in ${seconds} seconds: ask for less at once.`
      )
    }
    return new ApiError(
      'RATE_LIMITED',
      `This costs ${points}; of the ${most} that the key may use in ${seconds} seconds ${this.remaining} are left.`,
      { retryAfterSeconds: Math.max(1, Math.ceil((this.#endsAt - this.#now()) / 1_000)) }
    )
  }
}
