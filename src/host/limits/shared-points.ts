import { closeRedis, openRedis, type RedisClient } from '../../cache/redis-client.ts'

/** Longer than stalls of a busy process. Slices are leased ahead, so few requests wait for this. */
const operationMs = 250
const restMs = 1_000

/** Adds points to a window, which ends `seconds` after its first points. Sets an end for a counter that has none. */
const script = `
local spent = redis.call('incrby', KEYS[1], ARGV[1])
local endsInMs = redis.call('pttl', KEYS[1])
if endsInMs < 0 then
  redis.call('expire', KEYS[1], ARGV[2])
  endsInMs = 1000 * ARGV[2]
end
return {spent, endsInMs}`

/**
 * The Redis in which replicas count points. An operation that takes longer than 250 ms has failed, and Redis is then skipped for a second.
 */
export class SharedPoints {
  readonly #client: RedisClient
  #restUntil = 0

  constructor(url: string, onProblem: (problem: string) => void) {
    this.#client = openRedis(url, onProblem, 'each process counts what keys use by itself')
  }

  /** Points spent in the window of a key, including those added now, and the end of the window; null while Redis does not answer. */
  async spend(key: string, points: number, seconds: number): Promise<{ spent: number; endsInMs: number } | null> {
    if (!this.#client.isReady || performance.now() < this.#restUntil) return null
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => {
      this.#restUntil = performance.now() + restMs
      resolve(null)
    }, operationMs)
    const counted = this.#client.eval(script, { keys: [key], arguments: [String(points), String(seconds)] })
    try {
      const [spent, endsInMs] = ((await Promise.race([counted, late])) ?? []) as unknown[]
      return Number.isFinite(spent) && Number.isFinite(endsInMs)
        ? { spent: spent as number, endsInMs: endsInMs as number }
        : null
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    closeRedis(this.#client)
  }
}
