import { crc32 } from 'node:zlib'

/** A power of two; so many texts are remembered, more or less. */
const slots = 2 ** 16

/**
 * Which texts came before, and how long ago, in little memory that does not grow: of those that share a slot the latest is known, by a hash. Now
 * and then one is taken for another.
 */
export class RecentlySeen {
  /** A hash for each slot, and behind it which text it is of, counted from the first. */
  #seen: Uint32Array | null = null
  #count = 0

  /** Whether a text came before, among the last so many, as far as is known; from now on it has. */
  note(text: string, last = slots): boolean {
    this.#seen ??= new Uint32Array(2 * slots)
    const hash = crc32(text)
    const at = 2 * (hash % slots)
    const isKnown = this.#seen[at] === hash && (this.#count - (this.#seen[at + 1] ?? 0)) >>> 0 < last
    this.#seen[at] = hash
    this.#seen[at + 1] = this.#count
    // As far as the numbers beside the hashes go.
    this.#count = (this.#count + 1) >>> 0
    return isKnown
  }
}
