import type { Awaitable } from './awaitable.ts'
import { ApiError } from './errors.ts'
import type { RateLimit } from './rate-limit.ts'

/** What came of asking for points: how many there are to spend, how many are left for everybody, and until when that holds. */
type Lease = { granted: number; left: number; endsInMs: number }

/** Takes points out of the window that a caller shares with other processes. Rejects for nothing but a mistake in here. */
export type LeasePoints = (points: number) => Promise<Lease>

type AllowanceOptions = {
  limit: RateLimit
  lease: LeasePoints
  /** Points that are leased at once: spending them costs no question, and others cannot spend them. */
  slice: number
  now?: (() => number) | undefined
}

/** Nothing is free: what is refused, or reads nothing, costs a point. */
export const pointsFor = (cost: number): number => Math.max(1, cost)

/**
 * What a caller may still ask for. Points are leased by the slice and spent here, at once and without a promise; the next slice is
 * fetched before this one is spent. However many processes lease from one window, no more is spent in it than the limit.
 */
export class Allowance {
  readonly limit: RateLimit
  /** The limit as the header `RateLimit-Policy` has it (draft-ietf-httpapi-ratelimit-headers-10): `q` points in `w` seconds. */
  readonly policy: string
  readonly #lease: LeasePoints
  readonly #slice: number
  readonly #now: () => number
  /** Leased, and not spent. */
  #held = 0
  /** What was left to lease when that was last asked. */
  #left = 0
  /** When the window ends, in milliseconds since 1970. From then on nothing is known of the next one until something is leased. */
  #endsAt = 0
  /** What those who wait for a lease want. */
  #wanted = 0
  #leasing: Promise<void> | null = null

  constructor({ limit, lease, slice, now = Date.now }: AllowanceOptions) {
    this.limit = limit
    this.policy = `"default";q=${limit.points};w=${limit.seconds}`
    this.#lease = lease
    this.#slice = slice
    this.#now = now
  }

  /** Points that are left in this window, as far as is known here. */
  get remaining(): number {
    return this.#isKnown() ? this.#held + this.#left : this.limit.points
  }

  /** When all points are there again, in milliseconds since 1970. */
  get resetAt(): number {
    return this.#isKnown() ? this.#endsAt : this.#now() + this.limit.seconds * 1_000
  }

  /** Where the caller stands, as the header `RateLimit` has it: `r` points are left for `t` seconds. Every answer tells it. */
  get standing(): string {
    const leftMs = this.#endsAt - this.#now()
    return leftMs > 0
      ? `"default";r=${this.#held + this.#left};t=${Math.ceil(leftMs / 1_000)}`
      : `"default";r=${this.limit.points};t=${this.limit.seconds}`
  }

  /** Why nothing at all may be asked for now; null when something may. */
  get problem(): ApiError | null {
    return this.#isOutOf(1) ? this.#refusal(1) : null
  }

  /** Spends points, or ends with `RATE_LIMITED`. */
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
      // Others may spend what was leased before this one goes on, and a window may end: what is not enough is no reason to give up.
      while (!this.#isKnown() || this.#held < points) {
        if (this.#isOutOf(points)) throw this.#refusal(points)
        await this.#leaseMore()
      }
      this.#held -= points
    } finally {
      this.#wanted -= points
    }
  }

  /** One lease at a time; what it brings is for whoever is there first. */
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
    // Counted from before the question, so that nothing is spent here when the window has ended there.
    this.#endsAt = askedAt + endsInMs
  }

  #isKnown(): boolean {
    return this.#now() < this.#endsAt
  }

  /** Whether the window is known to have fewer points: what others leased does not come back. */
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
