import { hash, randomBytes } from 'node:crypto'
import type { Allowance } from '../core/allowance.ts'
import type { RateLimit } from '../core/rate-limit.ts'
import type { FileKey, KeySurface } from './key-file.ts'

/** Who asks, by the key that was sent. `name` is what logs and metrics call it: never the key, nor a part of it. */
export type Caller = {
  name: string
  /** Where the key may be used; null for everywhere. */
  surfaces: readonly KeySurface[] | null
  /** What may still be asked for with it; null where nothing limits it. Keys of one name share one. */
  allowance: Allowance | null
}

/** What callers may still ask for. */
type Allowances = {
  /** By whose keys are counted together, and the limit that these have of their own. */
  allowanceOf: (account: string, limit: RateLimit | null) => Allowance | null
  /** Forgets all but those. */
  keepOnly: (used: ReadonlySet<Allowance | null>) => void
}

const noLimits: Allowances = { allowanceOf: () => null, keepOnly: () => {} }

type Known = Caller & { sha256: string; expiresAt: number | null }

const hashLength = 64
const hashWords = hashLength / Int32Array.BYTES_PER_ELEMENT

/** Accepted gateway keys. Only their hashes are kept, and every comparison takes the same time. */
export class GatewayKeys {
  /** SHA-256 of each configured key in hexadecimal, as bytes. */
  readonly hashes: readonly Buffer[]
  readonly #configured: readonly Known[]
  readonly #limits: Allowances
  #known: readonly Known[] = []
  /** The hashes of all that are known, one behind the other. */
  #words = new Int32Array()
  /** Room for the hash of the key at hand, as bytes and as words. */
  readonly #given = Buffer.alloc(hashLength)
  readonly #givenWords = new Int32Array(this.#given.buffer, this.#given.byteOffset, hashWords)

  /** `configured`: plain keys, or `sha256:<hex>` of them. */
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
      // By what the key is: replicas may list them in another order.
      allowance: limits.allowanceOf(`key:${sha256.slice(0, 16)}`, null),
      expiresAt: null
    }))
    this.useFile([])
  }

  /** Takes the keys of a file, in place of those that came from it before. */
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

  /** Whose key it is; null when it opens nothing. */
  callerOf(key: unknown): Caller | null {
    if (typeof key !== 'string' || key === '') return null
    // As text, and into bytes that are there: asking for bytes costs several times as much.
    this.#given.write(hash('sha256', key, 'hex'), 'latin1')
    const given = this.#givenWords
    const words = this.#words
    let found = -1
    // No early exit: the time taken does not tell which key came close. A call of `timingSafeEqual` for each takes ten times as long.
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

/** A fresh key with 192 bits of randomness. */
export const newKey = () => `cg_${randomBytes(24).toString('base64url')}`
