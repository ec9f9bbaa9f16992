import { ApiError } from '../core/errors.ts'
import type { CallCounter } from '../store/source/budget.ts'
import { closeRedis, openRedis } from './redis-client.ts'

const prefix = 'clipgraph:calls:'

/** One step in Redis, so that replicas never count past the bound together. */
const takeOne = `local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= tonumber(ARGV[1]) then return -1 end
used = redis.call('INCR', KEYS[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return used`

/** Counts calls of a source in Redis, for replicas on several machines. Without Redis nothing is called: nobody would know how often. */
export const openRedisCalls = (url: string, onProblem: (problem: string) => void): CallCounter => {
  const client = openRedis(url, onProblem)
  const counted = async <T>(count: () => Promise<T>): Promise<T> => {
    try {
      return await count()
    } catch (cause) {
      throw new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, cause })
    }
  }
  return {
    take: (window, most, untilMs) =>
      counted(async () => {
        const options = { keys: [prefix + window], arguments: [String(most), String(untilMs)] }
        const used = Number(await client.eval(takeOne, options))
        return used < 0 ? null : used
      }),
    // For what is shown only.
    used: async (window) => Number(await client.get(prefix + window).catch(() => 0)),
    exhaust: (window, most, untilMs) =>
      counted(async () => {
        await client.set(prefix + window, String(most), { expiration: { type: 'PXAT', value: untilMs } })
      }),
    close: () => closeRedis(client)
  }
}
