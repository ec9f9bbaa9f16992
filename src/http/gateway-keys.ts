import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const hashLength = 64

/** Accepted gateway keys. Only their hashes are kept, and every comparison takes the same time. */
export class GatewayKeys {
  /** SHA-256 of each key in hexadecimal, as bytes. */
  readonly hashes: readonly Buffer[]
  /** Room for the hash of the key at hand. */
  readonly #given = Buffer.alloc(hashLength)

  /** `configured`: plain keys, or `sha256:<hex>` of them. */
  constructor(configured: readonly string[]) {
    this.hashes = configured.map((key) => {
      const hex = /^sha256:([0-9a-f]{64})$/i.exec(key)?.[1]
      return Buffer.from(hex?.toLowerCase() ?? hash('sha256', key, 'hex'), 'latin1')
    })
  }

  accepts(key: unknown): boolean {
    if (typeof key !== 'string' || key === '') return false
    // As text, and into bytes that are there: asking for bytes costs several times as much.
    this.#given.write(hash('sha256', key, 'hex'), 'latin1')
    let accepted = false
    // No early exit: the time taken does not tell which key came close.
    for (const known of this.hashes) accepted = timingSafeEqual(known, this.#given) || accepted
    return accepted
  }
}

/** A fresh key with 192 bits of randomness. */
export const newKey = () => `cg_${randomBytes(24).toString('base64url')}`
