import { withCapacity } from './growable-arrays.ts'

/** Entries after which the cache is cleared. */
const most = 50_000
const slots = 2 ** 17

/**
 * Cache of results for substrings: a map that compares letters in place, so a hit creates no string. The letters of all entries share one
 * buffer.
 */
export class RememberedParts<T> {
  /** Hash table: entry number plus one, or 0 for a free slot. */
  readonly #slots = new Uint32Array(slots)
  readonly #starts = new Uint32Array(most + 1)
  readonly #found: T[] = []
  #letters = new Uint16Array(2 ** 16)
  /** The free slot of the last miss. */
  #slot = 0

  /** The result for a substring, by its hash (`hashWith`); undefined on a miss. */
  get(text: string, from: number, to: number, hash: number): T | undefined {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    for (;;) {
      const part = (this.#slots[slot] ?? 0) - 1
      if (part < 0) {
        this.#slot = slot
        return undefined
      }
      if (this.#is(part, text, from, to)) return this.#found[part]
      slot = (slot + 1) & (slots - 1)
    }
  }

  /** Stores a result for the last miss of `get`. */
  set(text: string, from: number, to: number, found: T): void {
    if (this.#found.length === most) {
      this.#slots.fill(0)
      this.#found.length = 0
    }
    const part = this.#found.push(found) - 1
    let end = this.#starts[part] ?? 0
    this.#letters = withCapacity(this.#letters, end + to - from)
    for (let at = from; at < to; at += 1) this.#letters[end++] = text.charCodeAt(at)
    this.#starts[part + 1] = end
    this.#slots[this.#slot] = part + 1
  }

  #is(part: number, text: string, from: number, to: number): boolean {
    const start = this.#starts[part] ?? 0
    const length = to - from
    if ((this.#starts[part + 1] ?? 0) - start !== length) return false
    const letters = this.#letters
    for (let at = 0; at < length; at += 1) if (letters[start + at] !== text.charCodeAt(from + at)) return false
    return true
  }
}

/** Extends a hash by one letter; the hash of an empty string is 0. */
export const hashWith = (hash: number, letter: number): number => Math.imul(hash ^ letter, 16_777_619)
