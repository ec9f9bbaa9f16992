import KeyvRedis from '@keyv/redis'
import Keyv, { type DeserializedData } from 'keyv'
import { type Entry, packEntry, unpackEntry } from './entry.ts'
import { isPlausible } from './entry-check.ts'
import { closeRedis, openRedis, type RedisClient } from './redis-client.ts'

type SharedStoreOptions = {
  url: string
  /** Separates deployments with different data in one Redis. */
  namespace: string
  observe: (event: SharedStoreEvent) => void
  /** Receives why Redis cannot be used. */
  onProblem: (problem: string) => void
  now?: (() => number) | undefined
}
/** Outcome of an operation; `dropped`: a stored value was not one this project writes. */
export type SharedStoreEvent = 'ok' | 'failed' | 'skipped' | 'dropped'

const operationMs = 50
const restMs = 1_000
const failuresBeforeRest = 3
/** Many times the size of the largest page. Parsing larger values would delay other requests. */
const maxStoredLength = 4 * 1024 * 1024

/**
 * The cache level shared by replicas. Redis may be slow or down without delaying requests: each operation ends after 50 ms, and three
 * failures in a row pause it for a second. It reconnects automatically.
 */
export class SharedStore {
  readonly #redis: RedisClient
  readonly #keyv: Keyv
  readonly #observe: (event: SharedStoreEvent) => void
  readonly #now: () => number
  #failures = 0
  #restUntil = 0
  #isOnTrial = false

  constructor({ url, namespace, observe, onProblem, now = Date.now }: SharedStoreOptions) {
    this.#observe = observe
    this.#redis = openRedis(url, onProblem, 'each process caches by itself')
    this.#now = now
    const store = new KeyvRedis<unknown>(this.#redis, { namespace, throwOnConnectError: false, throwOnErrors: true })
    this.#keyv = new Keyv({
      store,
      namespace,
      throwOnErrors: true,
      serialize: JSON.stringify,
      deserialize: parsed
    })
    // Failures are counted where they occur; without a listener they would end the process.
    this.#keyv.on('error', () => {})
    store.on('error', () => {})
  }

  /**
   * The entry per key; undefined for a missing one, for one that this project cannot have written, and for all keys when Redis does not
   * answer in time.
   */
  async get(keys: readonly string[]): Promise<(Entry<object> | undefined)[]> {
    const stored = await this.#within(() => this.#keyv.getMany<unknown>([...keys]))
    return keys.map((key, index) => this.#taken(key, stored?.[index]))
  }

  #taken(key: string, stored: unknown): Entry<object> | undefined {
    if (stored === undefined) return undefined
    const entry = unpackEntry(stored)
    if (entry !== undefined && isPlausible(key, entry, this.#now())) return entry
    this.#observe('dropped')
    return undefined
  }

  /** Stores an entry with an expiry time. Callers do not wait for it. */
  async set(key: string, entry: Entry<unknown>, keepMs: number): Promise<void> {
    await this.#within(() => this.#keyv.set(key, packEntry(entry), keepMs))
  }

  /** Switches to another namespace. Entries of the old one expire by themselves. */
  moveTo(namespace: string): void {
    this.#keyv.namespace = namespace
  }

  async close(): Promise<void> {
    closeRedis(this.#redis)
  }

  async #within<T>(operation: () => Promise<T>): Promise<T | undefined> {
    // Fails at once, so no pause is needed, and a new connection is used immediately.
    if (!this.#redis.isReady) {
      this.#observe('failed')
      return undefined
    }
    // After a pause a single operation tests the connection before others use it.
    const isTrial = this.#failures >= failuresBeforeRest
    if (performance.now() < this.#restUntil || (isTrial && this.#isOnTrial)) {
      this.#observe('skipped')
      return undefined
    }
    if (isTrial) this.#isOnTrial = true
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the shared cache is slow')), operationMs)
    try {
      const result = await Promise.race([operation(), late])
      this.#failures = 0
      this.#observe('ok')
      return result
    } catch {
      this.#observe('failed')
      this.#failures += 1
      if (this.#failures >= failuresBeforeRest) this.#restUntil = performance.now() + restMs
      return undefined
    } finally {
      clearTimeout(timer)
      if (isTrial) this.#isOnTrial = false
    }
  }
}

/** Result for text that is no wrapped value. It counts as a missing entry and does not affect other keys. */
const nothing = {
  // `parsed` is generic; null fits every caller.
  value: null as never
}

/** Parses a wrapped value. `#taken` checks its type. */
const parsed = <T>(text: string): DeserializedData<T> => {
  if (text.length > maxStoredLength) return nothing
  try {
    const wrapped = JSON.parse(text)
    return typeof wrapped === 'object' && wrapped !== null && 'value' in wrapped ? wrapped : nothing
  } catch {
    return nothing
  }
}
