import { crc32 } from 'node:zlib'

/** Size of the table, a power of two: about as many texts are remembered. */
const slots = 2 ** 16

/**
 * Remembers which texts occurred recently, in constant memory. Each slot holds the hash of the latest text that fell into it, so a rare
 * false positive is possible.
 */
export class RecentlySeen {
  /** Per slot: a hash, then the running number of its text. */
  #seen: Uint32Array | null = null
  #count = 0

  /** Records a text and returns whether it occurred among the last `last` texts. */
  note(text: string, last = slots): boolean {
    this.#seen ??= new Uint32Array(2 * slots)
    const hash = crc32(text)
    const at = 2 * (hash % slots)
    const isKnown = this.#seen[at] === hash && (this.#count - (this.#seen[at + 1] ?? 0)) >>> 0 < last
    this.#seen[at] = hash
    this.#seen[at + 1] = this.#count
    // Wraps around at the range of the stored numbers.
    this.#count = (this.#count + 1) >>> 0
    return isKnown
  }
}
