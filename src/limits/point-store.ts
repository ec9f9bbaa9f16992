import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { LeasePoints } from '../core/allowance.ts'
import type { RateLimit } from '../core/rate-limit.ts'
import type { SharedPoints } from './shared-points.ts'

/** Counts spent points per window: in a Redis shared by replicas, or in memory without one or while it fails. */
export class PointStore {
  readonly #shared: SharedPoints | null
  readonly #namespace: string

  constructor(shared: SharedPoints | null, namespace: string) {
    this.#shared = shared
    this.#namespace = namespace
  }

  /** Leases points of consecutive windows; each window starts with its first lease. */
  leasing(name: string, { points, seconds }: RateLimit): LeasePoints {
    const window = { points, duration: seconds, keyPrefix: `${this.#namespace}:limits` }
    const memory = new RateLimiterMemory(window)
    const limiter =
      this.#shared === null
        ? memory
        : new RateLimiterRedis({
            ...window,
            storeClient: this.#shared,
            useRedisPackage: true,
            insuranceLimiter: memory
          })
    return async (wanted) => {
      const { consumedPoints, msBeforeNext } = await consumed(limiter, name, wanted)
      // When Redis fails, memory continues from the shared count.
      if (limiter !== memory && msBeforeNext > 0) await memory.set(name, consumedPoints, msBeforeNext / 1_000)
      // The counter continues above the limit; only the points below it are granted.
      const granted = between(0, wanted, points - (consumedPoints - wanted))
      // Others may write to the store, so its values are clamped.
      const left = between(0, points, points - consumedPoints)
      return { granted, left, endsInMs: Math.min(msBeforeNext, seconds * 1_000) }
    }
  }
}

const between = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value))

/** The limiter's result, which it throws when the limit is exceeded. */
const consumed = (limiter: RateLimiterAbstract, name: string, points: number): Promise<RateLimiterRes> =>
  limiter.consume(name, points).catch((thrown: unknown) => {
    if (thrown instanceof RateLimiterRes) return thrown
    throw thrown
  })
