import { createClient } from '@keyv/redis'
import { connectionTo } from '../cache/redis-connection.ts'

/** Longer than a busy process stalls. Slices are leased ahead, so few requests wait for this. */
const operationMs = 250
const restMs = 1_000

/**
 * The Redis in which replicas count points. An operation that takes longer than 250 ms has failed, and Redis is then skipped for a second.
 */
export class SharedPoints {
  readonly #client: ReturnType<typeof createClient>
  #restUntil = 0

  constructor(url: string) {
    this.#client = createClient(connectionTo(url))
    // Without a listener errors would end the process; failed operations report them.
    this.#client.on('error', () => {})
    this.#client.connect().catch(() => {})
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
