import { Unreadable } from './unreadable.ts'

/** Collected records never compress this well. Deflate unpacks one byte to 1,000 zeros. */
const maxRatio = 200
/** Unpacked bytes between checks of the ratio; fewer are no problem. */
const lookEvery = 64 * 2 ** 20

/** Compares the stored size of a file with its unpacked size, over all layers of compression. */
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

  /** Throws `Unreadable` if the ratio is too high. */
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
