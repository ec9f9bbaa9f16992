import { Allowance } from '../../core/allowance.ts'
import { type RateLimit, rateLimitText } from '../../core/rate-limit.ts'
import { PointStore } from './point-store.ts'
import type { SpendPoints } from './point-windows.ts'

type RateLimitsOptions = {
  /** Limit for keys without their own; null for none. */
  common: RateLimit | null
  /** Redis in which replicas count together; null when each counts alone. */
  redis: string | null
  /** Counter for all workers of this machine, also used while Redis fails; null in a single process. */
  workers: SpendPoints | null
  /** Separates deployments in one Redis. */
  namespace: string
  /** Receives the reason why Redis cannot be used. */
  onProblem: (problem: string) => void
}

/** Rate limits by caller. */
export type RateLimits = {
  /** The same object while it is in use, across reloads of the keys; null without a limit. */
  allowanceOf: (account: string, own: RateLimit | null) => Allowance | null
  /** A new object, which the caller remembers. */
  newAllowance: (account: string) => Allowance | null
  /** Drops all rate limits that are no longer used. */
  keepOnly: (used: ReadonlySet<Allowance | null>) => void
  close: () => void
}

/** Share of a shared window that a replica leases at once. */
const sharedSlice = 0.02

export const openLimits = async (options: RateLimitsOptions): Promise<RateLimits> => {
  const { common, redis, workers, namespace, onProblem } = options
  const shared = redis === null ? null : new (await import('./shared-points.ts')).SharedPoints(redis, onProblem)
  const spend: SpendPoints | null =
    shared === null && workers === null
      ? null
      : async (key, points, seconds, known) =>
          (await shared?.spend(key, points, seconds)) ?? (await workers?.(key, points, seconds, known)) ?? null
  const store = new PointStore(spend, namespace)
  const allowances = new Map<string, Allowance>()
  // A changed limit starts a new count.
  const nameOf = (account: string, limit: RateLimit) => `${account}:${rateLimitText(limit)}`
  const open = (account: string, limit: RateLimit) => {
    // Without other replicas one lease covers the whole window.
    const slice = spend === null ? limit.points : Math.ceil(limit.points * sharedSlice)
    return new Allowance({ limit, lease: store.leasing(nameOf(account, limit), limit), slice })
  }
  return {
    allowanceOf(account, own) {
      const limit = own ?? common
      if (limit === null) return null
      const name = nameOf(account, limit)
      let allowance = allowances.get(name)
      if (allowance === undefined) {
        allowance = open(account, limit)
        allowances.set(name, allowance)
      }
      return allowance
    },
    newAllowance: (account) => (common === null ? null : open(account, common)),
    keepOnly(used) {
      for (const [name, allowance] of allowances) if (!used.has(allowance)) allowances.delete(name)
    },
    close: () => shared?.close()
  }
}
