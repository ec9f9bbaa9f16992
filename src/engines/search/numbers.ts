/** Variable-length integers (LEB128): seven bits a byte, the lowest first. */

/** Maximum bytes of a safe integer. */
export const bytesOfNumber = 8

/** Writes a number and returns the offset after it. */
export const writeNumber = (bytes: Uint8Array, at: number, number: number): number => {
  let rest = number
  let end = at
  // Shifts work on 31 bits, and are many times faster than arithmetic that works for all.
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

/** Reads consecutive numbers. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** A single byte as a number. */
  byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  /** The next bytes as they are. */
  bytes(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  next(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++] ?? 0
    let number = byte & 127
    // Integer operators carry four bytes; the bytes after those need arithmetic.
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++] ?? 0
      number += shift < 28 ? (byte & 127) << shift : (byte & 127) * 2 ** shift
    }
    return number
  }
}
