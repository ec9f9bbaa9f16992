import { crc32 } from 'node:zlib'

/** A power of two; so many texts are remembered, more or less. */
const slots = 2 ** 16

/**
 * Which texts came before, in little memory that does not grow: of those that share a slot the latest is known, by a hash. Now and then one
 * is taken for another.
 */
export class SeenBefore {
  #hashes: Uint32Array | null = null

  /** Whether a text came before, as far as is known; from now on it has. */
  note(text: string): boolean {
    this.#hashes ??= new Uint32Array(slots)
    const hash = crc32(text)
    const slot = hash % slots
    const isKnown = this.#hashes[slot] === hash
    this.#hashes[slot] = hash
    return isKnown
  }
}
