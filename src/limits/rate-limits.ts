import { Allowance } from '../core/allowance.ts'
import { type RateLimit, rateLimitText } from '../core/rate-limit.ts'
import { PointStore } from './point-store.ts'

type RateLimitsOptions = {
  /** Of keys that have no limit of their own; null for none. */
  common: RateLimit | null
  /** Where the Redis is in which replicas count together; null for each counting for itself. */
  redis: string | null
  /** Keeps deployments apart within one Redis. */
  namespace: string
  now?: (() => number) | undefined
}

/** What each caller may still ask for. */
export type RateLimits = {
  /** The same as long as it is used, whenever keys are read anew; null for who has no limit. */
  allowanceOf: (account: string, own: RateLimit | null) => Allowance | null
  /** Forgets all but those. */
  keepOnly: (used: ReadonlySet<Allowance | null>) => void
  close: () => void
}

/** What a replica leases at once of a window that others spend from too. */
const sharedSlice = 0.02

export const openLimits = async ({ common, redis, namespace, now }: RateLimitsOptions): Promise<RateLimits> => {
  const shared = redis === null ? null : new (await import('./shared-points.ts')).SharedPoints(redis)
  const store = new PointStore(shared, namespace)
  const allowances = new Map<string, Allowance>()
  return {
    allowanceOf(account, own) {
      const limit = own ?? common
      if (limit === null) return null
      // Who gets another limit begins anew.
      const name = `${account}:${rateLimitText(limit)}`
      let allowance = allowances.get(name)
      if (allowance === undefined) {
        // Where nobody else spends, one lease is enough for the whole window.
        const slice = shared === null ? limit.points : Math.ceil(limit.points * sharedSlice)
        allowance = new Allowance({ limit, lease: store.leasing(name, limit), slice, now })
        allowances.set(name, allowance)
      }
      return allowance
    },
    keepOnly(used) {
      for (const [name, allowance] of allowances) if (!used.has(allowance)) allowances.delete(name)
    },
    close: () => shared?.close()
  }
}
