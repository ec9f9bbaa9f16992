import { openRedis, type RedisClient } from '../cache/redis-client.ts'

/** Longer than a busy process stalls. Slices are leased ahead, so few requests wait for this. */
const operationMs = 250
const restMs = 1_000

/**
 * The Redis in which replicas count points. An operation that takes longer than 250 ms has failed, and Redis is then skipped for a second.
 */
export class SharedPoints {
  readonly #client: RedisClient
  #restUntil = 0

  constructor(url: string) {
    this.#client = openRedis(url)
  }

  async eval(script: string, what: { keys: string[]; arguments: string[] }): Promise<unknown> {
    if (!this.#client.isReady || Date.now() < this.#restUntil) throw new Error('the Redis that counts is not there')
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#restUntil = Date.now() + restMs
      reject(new Error('the Redis that counts is slow'))
    }, operationMs)
    try {
      return await Promise.race([this.#client.eval(script, what), late])
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy()
  }
}
