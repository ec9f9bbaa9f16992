import KeyvRedis from '@keyv/redis'
import Keyv, { type DeserializedData } from 'keyv'
import { type Entry, packEntry, unpackEntry } from './entry.ts'
import { isPlausible } from './entry-check.ts'
import { openRedis, type RedisClient } from './redis-client.ts'

type SharedStoreOptions = {
  url: string
  /** Keeps deployments with different data apart within one Redis. */
  namespace: string
  observe: (event: SharedStoreEvent) => void
  now?: (() => number) | undefined
}
/** What came of an operation; `dropped`: a value it found is none that this project keeps. */
export type SharedStoreEvent = 'ok' | 'failed' | 'skipped' | 'dropped'

const operationMs = 50
const restMs = 1_000
const failuresBeforeRest = 3
/** Many times what the largest page takes. To look into more would cost everyone else time. */
const maxStoredLength = 4 * 1024 * 1024

/**
 * The cache level that replicas share. It may be slow or gone without anyone waiting for it: each operation ends after 50 ms, and after
 * three failures in a row it is left alone for a second. It reconnects by itself.
 */
export class SharedStore {
  readonly #redis: RedisClient
  readonly #keyv: Keyv
  readonly #observe: (event: SharedStoreEvent) => void
  readonly #now: () => number
  #failures = 0
  #restUntil = 0
  #isOnTrial = false

  constructor({ url, namespace, observe, now = Date.now }: SharedStoreOptions) {
    this.#observe = observe
    this.#redis = openRedis(url)
    this.#now = now
    const store = new KeyvRedis<unknown>(this.#redis, { namespace, throwOnConnectError: false, throwOnErrors: true })
    this.#keyv = new Keyv({
      store,
      namespace,
      throwOnErrors: true,
      serialize: JSON.stringify,
      deserialize: parsed
    })
    // Failures are counted where they happen; without a listener they would end the process.
    this.#keyv.on('error', () => {})
    store.on('error', () => {})
  }

  /**
   * What is kept for each key; undefined for what is not, for what cannot have been kept by this project, and for everything when the store does
   * not answer in time.
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

  /** Keeps an entry for a while. Nobody waits for it. */
  async set(key: string, entry: Entry<unknown>, keepMs: number): Promise<void> {
    await this.#within(() => this.#keyv.set(key, packEntry(entry), keepMs))
  }

  /** Keeps and finds under another namespace from now on. What was kept before ends with its lifetime. */
  moveTo(namespace: string): void {
    this.#keyv.namespace = namespace
  }

  async close(): Promise<void> {
    if (this.#redis.isOpen) this.#redis.destroy()
  }

  async #within<T>(operation: () => Promise<T>): Promise<T | undefined> {
    // Costs no time, so there is nothing to rest from, and what comes back is used at once.
    if (!this.#redis.isReady) {
      this.#observe('failed')
      return undefined
    }
    // After a rest one operation finds out how things are before the others try again.
    const isTrial = this.#failures >= failuresBeforeRest
    if (Date.now() < this.#restUntil || (isTrial && this.#isOnTrial)) {
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
      if (this.#failures >= failuresBeforeRest) this.#restUntil = Date.now() + restMs
      return undefined
    } finally {
      clearTimeout(timer)
      if (isTrial) this.#isOnTrial = false
    }
  }
}

/** Stands for what is no wrapped value, and makes no entry. It is no reason to throw away what came with it. */
const nothing = {
  // Of any type there is, as a caller that knows one may ask for it.
  value: null as never
}

/** The wrapped value in a text. Of what type it is, is looked at when it is taken. */
const parsed = <T>(text: string): DeserializedData<T> => {
  if (text.length > maxStoredLength) return nothing
  try {
    const wrapped = JSON.parse(text)
    return typeof wrapped === 'object' && wrapped !== null && 'value' in wrapped ? wrapped : nothing
  } catch {
    return nothing
  }
}
