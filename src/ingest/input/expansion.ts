import { Unreadable } from './unreadable.ts'

/** Collected records never compress this well. Deflate unpacks one byte to 1,000 zeros. */
const maxRatio = 200
/** Unpacked bytes between two looks at the ratio; less than that costs nothing. */
const lookEvery = 64 * 2 ** 20

/** Compares what a file stores with what it unpacks to, over all layers of compression in it. */
export class Expansion {
  #stored = 0
  #unpacked = 0
  #isExceeded = false

  readonly problem = `it unpacks to more than ${maxRatio} times its size, the most that an import reads`

  /** Whether the rest of the file stays unread. */
  get isExceeded(): boolean {
    return this.#isExceeded
  }

  addStored(bytes: number): void {
    this.#stored += bytes
  }

  /** Throws `Unreadable` when that was too much. */
  addUnpacked(bytes: number): void {
    this.#unpacked += bytes
    if (this.#unpacked < lookEvery) return
    if (this.#unpacked > maxRatio * this.#stored) {
      this.#isExceeded = true
      throw new Unreadable(this.problem)
    }
    this.#stored = 0
    this.#unpacked = 0
  }
}
