import { withRoom } from './growable-arrays.ts'

/** How many pieces are remembered before all are forgotten. */
const most = 50_000
const slots = 2 ** 17

/**
 * What was found of pieces of texts: a map that compares letters where they stand, so that a piece which is known makes no text of its own.
 * The letters of all pieces stand in common memory.
 */
export class RememberedPieces<T> {
  /** For each place of a hash: the number of a piece and one, or 0. */
  readonly #slots = new Uint32Array(slots)
  readonly #starts = new Uint32Array(most + 1)
  readonly #found: T[] = []
  #letters = new Uint16Array(2 ** 16)
  /** Where a piece belongs that was looked for in vain. */
  #slot = 0

  /** What was found of what stands from one place to another, by its hash (`hashWith`); undefined where that is not known. */
  get(text: string, from: number, to: number, hash: number): T | undefined {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    for (;;) {
      const piece = (this.#slots[slot] ?? 0) - 1
      if (piece < 0) {
        this.#slot = slot
        return undefined
      }
      if (this.#is(piece, text, from, to)) return this.#found[piece]
      slot = (slot + 1) & (slots - 1)
    }
  }

  /** Remembers what `get` was asked for last, and did not find. */
  set(text: string, from: number, to: number, found: T): void {
    if (this.#found.length === most) {
      this.#slots.fill(0)
      this.#found.length = 0
    }
    const piece = this.#found.push(found) - 1
    let end = this.#starts[piece] ?? 0
    this.#letters = withRoom(this.#letters, end + to - from)
    for (let at = from; at < to; at += 1) this.#letters[end++] = text.charCodeAt(at)
    this.#starts[piece + 1] = end
    this.#slots[this.#slot] = piece + 1
  }

  #is(piece: number, text: string, from: number, to: number): boolean {
    const start = this.#starts[piece] ?? 0
    const length = to - from
    if ((this.#starts[piece + 1] ?? 0) - start !== length) return false
    const letters = this.#letters
    for (let at = 0; at < length; at += 1) if (letters[start + at] !== text.charCodeAt(from + at)) return false
    return true
  }
}

/** The hash of a piece that is one letter longer; that of none is 0. */
export const hashWith = (hash: number, letter: number): number => Math.imul(hash ^ letter, 16_777_619)
