import type { LeasePoints } from '../../core/allowance.ts'
import type { RateLimit } from '../../core/rate-limit.ts'
import type { SpendPoints } from './point-windows.ts'

/** Counts spent points per window: in the store that processes share, or in memory if there is none or it fails. */
export class PointStore {
  readonly #shared: SpendPoints | null
  readonly #namespace: string

  constructor(shared: SpendPoints | null, namespace: string) {
    this.#shared = shared
    this.#namespace = namespace
  }

  /** Leases points of consecutive windows; each window starts with its first lease. */
  leasing(name: string, { points, seconds }: RateLimit): LeasePoints {
    const key = `${this.#namespace}:limits:${name}`
    const windowMs = seconds * 1_000
    let spent = 0
    let endsAt = Number.NEGATIVE_INFINITY
    return async (wanted) => {
      const askedAt = performance.now()
      const shared =
        (await this.#shared?.(key, wanted, seconds, endsAt > askedAt ? { spent, endsInMs: endsAt - askedAt } : null)) ??
        null
      if (shared !== null) {
        spent = shared.spent
        endsAt = askedAt + between(1, windowMs, shared.endsInMs)
      } else {
        // When Redis fails, memory continues from the shared count.
        if (askedAt >= endsAt) {
          spent = 0
          endsAt = askedAt + windowMs
        }
        spent += wanted
      }
      // The counter continues above the limit; only the points below it are granted. Others may write to Redis, so its values are clamped.
      const granted = between(0, wanted, points - (spent - wanted))
      return { granted, left: between(0, points, points - spent), endsInMs: endsAt - askedAt }
    }
  }
}

const between = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value))
