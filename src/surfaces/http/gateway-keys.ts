import { hash, randomBytes } from 'node:crypto'
import type { Allowance } from '../../core/allowance.ts'
import type { RateLimit } from '../../core/rate-limit.ts'
import type { FileKey, KeySurface } from './key-file.ts'

/** A caller, identified by key. `name` appears in logs and metrics; the key never does. */
export type Caller = {
  name: string
  /** Surfaces the key is valid for; null for all. */
  surfaces: readonly KeySurface[] | null
  /** Rate limit of the key; null when unlimited. Keys with the same name share one. */
  allowance: Allowance | null
}

/** Rate limits of callers. */
type Allowances = {
  /** The rate limit of an account, with its own limit if it has one. */
  allowanceOf: (account: string, limit: RateLimit | null) => Allowance | null
  /** Drops all rate limits that are no longer used. */
  keepOnly: (used: ReadonlySet<Allowance | null>) => void
}

const noLimits: Allowances = { allowanceOf: () => null, keepOnly: () => {} }

type KnownKey = Caller & { sha256: string; expiresAt: number | null }

const hashLength = 64
const hashWords = hashLength / Int32Array.BYTES_PER_ELEMENT

/** Accepted gateway keys. Only hashes are stored, and comparisons take constant time. */
export class GatewayKeys {
  /** SHA-256 of each configured key as hexadecimal text in bytes. */
  readonly hashes: readonly Buffer[]
  readonly #configured: readonly KnownKey[]
  readonly #limits: Allowances
  #known: readonly KnownKey[] = []
  /** All hashes in a row. */
  #words = new Int32Array()
  /** Hash of the key being checked, as bytes and as 32-bit words. */
  readonly #given = Buffer.alloc(hashLength)
  readonly #givenWords = new Int32Array(this.#given.buffer, this.#given.byteOffset, hashWords)

  /** `configured`: plain keys or `sha256:<hex>`. */
  constructor(configured: readonly string[], limits = noLimits) {
    this.#limits = limits
    const sha256s = configured.map((key) => {
      const hex = /^sha256:([0-9a-f]{64})$/i.exec(key)?.[1]
      return hex?.toLowerCase() ?? hash('sha256', key, 'hex')
    })
    this.hashes = sha256s.map((sha256) => Buffer.from(sha256, 'latin1'))
    this.#configured = sha256s.map((sha256, index) => ({
      sha256,
      name: `key ${index + 1}`,
      surfaces: null,
      // Named by the key's hash, because replicas may list keys in another order.
      allowance: limits.allowanceOf(`key:${sha256.slice(0, 16)}`, null),
      expiresAt: null
    }))
    this.useFile([])
  }

  /** Replaces the keys that came from the key file. */
  useFile(keys: readonly FileKey[]): void {
    this.#known = [
      ...this.#configured,
      ...keys.map(({ sha256, name, surfaces, expires, limit }) => ({
        sha256,
        name,
        surfaces,
        allowance: this.#limits.allowanceOf(`name:${name}`, limit),
        expiresAt: expires?.getTime() ?? null
      }))
    ]
    this.#limits.keepOnly(new Set(this.#known.map(({ allowance }) => allowance)))
    const bytes = Buffer.alloc(this.#known.length * hashLength)
    for (const [index, { sha256 }] of this.#known.entries()) bytes.write(sha256, index * hashLength, 'latin1')
    this.#words = new Int32Array(bytes.buffer, bytes.byteOffset, this.#known.length * hashWords)
  }

  /** The caller of a key; null for an unknown key. */
  callerOf(key: unknown): Caller | null {
    if (typeof key !== 'string' || key === '') return null
    // As hexadecimal text written into an existing buffer: returning bytes costs several times as much.
    this.#given.write(hash('sha256', key, 'hex'), 'latin1')
    const given = this.#givenWords
    const words = this.#words
    let found = -1
    // No early exit: the time must not reveal which key came close. Calling `timingSafeEqual` per key takes ten times as long.
    for (let index = 0, at = 0; at < words.length; index += 1) {
      let difference = 0
      for (let word = 0; word < hashWords; word += 1, at += 1)
        difference |= (words[at] as number) ^ (given[word] as number)
      if (difference === 0) found = index
    }
    const known = this.#known[found]
    return known === undefined || (known.expiresAt !== null && known.expiresAt <= Date.now()) ? null : known
  }
}

/** A new key with 192 bits of randomness. */
export const newKey = () => `cg_${randomBytes(24).toString('base64url')}`
