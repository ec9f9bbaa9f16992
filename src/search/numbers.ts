/** Whole numbers in as few bytes as they need: seven bits a byte, the lowest first. */

/** Bytes of a safe integer at most. */
export const bytesOfNumber = 8

/** Writes a number and returns where the next one begins. */
export const writeNumber = (bytes: Uint8Array, at: number, number: number): number => {
  let rest = number
  let end = at
  // Shifts know integers of 31 bits, and are many times faster than what works for all.
  while (rest > 0x7fff_ffff) {
    bytes[end++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  while (rest > 127) {
    bytes[end++] = (rest & 127) | 128
    rest >>= 7
  }
  bytes[end++] = rest
  return end
}

/** Reads numbers one behind the other. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** A reader of its own of what is not read yet. */
  rest(): NumberReader {
    return new NumberReader(this.#bytes.subarray(this.#at))
  }

  /** A byte that is a number by itself. */
  byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  next(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++] ?? 0
    let number = byte & 127
    // Bits of an integer carry four bytes; those behind go beyond them.
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++] ?? 0
      number += shift < 28 ? (byte & 127) << shift : (byte & 127) * 2 ** shift
    }
    return number
  }
}
