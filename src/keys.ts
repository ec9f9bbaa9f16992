import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

// Text first: making the bytes of the text is several times cheaper than asking for bytes.
const hashOf = (key: string) => Buffer.from(hash('sha256', key, 'hex'), 'latin1')

/** Accepted gateway keys. Only their hashes are kept, and every comparison takes the same time. */
export class GatewayKeys {
  /** SHA-256 of each key in hexadecimal, as bytes. */
  readonly hashes: readonly Buffer[]

  /** `configured`: plain keys, or `sha256:<hex>` of them. */
  constructor(configured: readonly string[]) {
    this.hashes = configured.map((key) => {
      const hex = /^sha256:([0-9a-f]{64})$/i.exec(key)?.[1]
      return hex === undefined ? hashOf(key) : Buffer.from(hex.toLowerCase(), 'latin1')
    })
  }

  accepts(key: unknown): boolean {
    if (typeof key !== 'string' || key === '') return false
    const given = hashOf(key)
    let accepted = false
    // No early exit: the time taken does not tell which key came close.
    for (const known of this.hashes) accepted = timingSafeEqual(known, given) || accepted
    return accepted
  }
}

/** A fresh key with 192 bits of randomness. */
export const newKey = () => `cg_${randomBytes(24).toString('base64url')}`
