import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { LeasePoints } from '../core/allowance.ts'
import type { RateLimit } from '../core/rate-limit.ts'
import type { SharedPoints } from './shared-points.ts'

/** Counts the points that are spent in windows: in a Redis that replicas share, and in memory without one, or when it fails. */
export class PointStore {
  readonly #shared: SharedPoints | null
  readonly #namespace: string

  constructor(shared: SharedPoints | null, namespace: string) {
    this.#shared = shared
    this.#namespace = namespace
  }

  /** Leases points of one window after the other, each of which begins with the first lease in it. */
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
      // Whoever goes on without the others does so from where they were.
      if (limiter !== memory && msBeforeNext > 0) await memory.set(name, consumedPoints, msBeforeNext / 1_000)
      // Counting goes on above the limit: of what was wanted, only what lies below it is had.
      const granted = between(0, wanted, points - (consumedPoints - wanted))
      // A store that others write to may say anything.
      const left = between(0, points, points - consumedPoints)
      return { granted, left, endsInMs: Math.min(msBeforeNext, seconds * 1_000) }
    }
  }
}

const between = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value))

/** What a limiter tells, which it throws where the limit is passed. */
const consumed = (limiter: RateLimiterAbstract, name: string, points: number): Promise<RateLimiterRes> =>
  limiter.consume(name, points).catch((thrown: unknown) => {
    if (thrown instanceof RateLimiterRes) return thrown
    throw thrown
  })
