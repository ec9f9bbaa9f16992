import { once } from 'node:events'
import type { CallCounter } from '../store/source/budget.ts'
import { closeRedis, openRedis } from './redis-client.ts'

const prefix = 'clipgraph:calls:'

/**
 * One step in Redis, so that replicas together never exceed the limit. A count below an earlier result means that Redis lost it: up to the
 * limit, any number of calls may have been made.
 */
const takeOne = `local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local most = tonumber(ARGV[1])
if used < tonumber(ARGV[3]) then
  redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[2])
  return -2
end
if used >= most then return -1 end
used = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return used`

/** Counts expire after their period: clocks differ. */
const keptAfterMs = 3_600_000
/** How long a call waits to be counted. After that the call is not made, although its count may still be added. */
const waitMs = 2_000

/** Counts calls of a source in Redis, for replicas on several machines. Without Redis no call is made, because it would not be counted. */
export const openRedisCalls = (url: string, onProblem: (problem: string) => void, now: () => number): CallCounter => {
  const keptMs = (untilMs: number) => Math.max(0, untilMs - now()) + keptAfterMs
  const client = openRedis(url, onProblem, 'no call of the source is made without it')
  const counted = async <T>(count: () => Promise<T>): Promise<T> => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the Redis at CACHE_URL is slow')), waitMs)
    try {
      return await Promise.race([count(), late])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    take: (window, { most, all, known }, untilMs) =>
      counted(async () => {
        const numbers = [most, keptMs(untilMs), known, all]
        const used = Number(await client.eval(takeOne, { keys: [prefix + window], arguments: numbers.map(String) }))
        if (used === -2) {
          onProblem(
            'the Redis at CACHE_URL has lost how many calls of the source were made; none is made until their period ends'
          )
        }
        return used < 0 ? null : used
      }),
    /** For display only. The first read may come before the connection exists, when a call would be refused. */
    async used(window) {
      if (!client.isReady) await once(client, 'ready', { signal: AbortSignal.timeout(waitMs) }).catch(() => {})
      return Number(await counted(() => client.get(prefix + window)).catch(() => 0))
    },
    exhaust: (window, most, untilMs) =>
      counted(async () => {
        await client.set(prefix + window, String(most), { expiration: { type: 'PX', value: keptMs(untilMs) } })
      }),
    close: () => closeRedis(client)
  }
}
