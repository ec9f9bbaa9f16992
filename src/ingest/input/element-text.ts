import { isAscii, isUtf8 } from 'node:buffer'

/** Windows-1252 characters from 0x80 to 0x9f; five bytes are undefined. */
const windows1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

export const unknownEncoding = 'neither UTF-8 nor Windows-1252'

/** Converts a text with one character per byte. */
const fromWindows1252 = (latin1: string): string =>
  latin1.replace(/[\x80-\x9f]/g, (letter) => windows1252[letter.charCodeAt(0) - 0x80] ?? '\ufffd')

/** Whether any multi-byte character is valid UTF-8, which is very unlikely in Windows-1252. */
const hasUtf8 = (bytes: Buffer): boolean => {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    if (size > 1 && isUtf8(bytes.subarray(index, index + size))) return true
  }
  return false
}

/**
 * Decodes the values of one file as UTF-8. If a value is invalid UTF-8 and no earlier value of the file had valid multi-byte characters, it
 * is decoded as Windows-1252, a superset of Latin-1. Otherwise it is refused.
 */
export class ElementTexts {
  #isUtf8 = false
  #converted = 0

  /** Number of values that were Windows-1252. */
  get converted(): number {
    return this.#converted
  }

  /** Null if the bytes are neither. */
  read(bytes: Buffer): string | null {
    const text = bytes.toString('utf8')
    // Fast path for texts stored with one byte per character.
    if (!text.includes('\ufffd') || isUtf8(bytes)) {
      if (!this.#isUtf8 && text.length < bytes.length) this.#isUtf8 = true
      return text
    }
    if (this.#isUtf8 || hasUtf8(bytes)) return null
    const converted = fromWindows1252(bytes.toString('latin1'))
    if (converted.includes('\ufffd')) return null
    this.#converted++
    return converted
  }

  /** The cells of a row, which share one encoding, from texts with one character per byte. Null if they have neither encoding. */
  readRow(cells: readonly string[]): readonly string[] | null {
    const row = Buffer.from(cells.join(''), 'latin1')
    // The common case.
    if (isAscii(row)) return cells
    if (!isUtf8(row)) return this.read(row) === null ? null : cells.map(fromWindows1252)
    this.#isUtf8 = true
    return cells.map((cell) => Buffer.from(cell, 'latin1').toString())
  }
}
