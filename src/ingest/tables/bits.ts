/** A set of non-negative integers as a bit map: some hundred kilobytes for millions of rows. */
export class Bits {
  readonly #bits: Uint8Array

  constructor(most: number) {
    this.#bits = new Uint8Array(Math.floor(most / 8) + 1)
  }

  add(number: number): void {
    const at = Math.floor(number / 8)
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number % 8))
  }

  has(number: number): boolean {
    return ((this.#bits[Math.floor(number / 8)] ?? 0) & (1 << (number % 8))) !== 0
  }
}
