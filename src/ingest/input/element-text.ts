import { isUtf8 } from 'node:buffer'

/** What Windows-1252 has between 0x80 and 0x9f; five of the bytes stand for nothing. */
const windows1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

/** Whether any character of more than one byte is well-formed UTF-8: in Windows-1252 that is hardly ever met. */
const hasUtf8 = (bytes: Buffer): boolean => {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    if (size > 1 && isUtf8(bytes.subarray(index, index + size))) return true
  }
  return false
}

/**
 * The text of the values of one file. UTF-8, unless a value is not, and nothing of the file that came before was: then it is read
 * as Windows-1252, of which Latin-1 is a part. Damaged UTF-8 is not read as anything.
 */
export class ElementTexts {
  #isUtf8 = false
  #converted = 0

  /** How many values were Windows-1252. */
  get converted(): number {
    return this.#converted
  }

  /** Null: it is neither. */
  read(bytes: Buffer): string | null {
    const text = bytes.toString('utf8')
    // Text of one byte a character is ASCII here, or holds nothing beyond Latin-1: this costs next to nothing then.
    if (!text.includes('\ufffd') || isUtf8(bytes)) {
      if (!this.#isUtf8 && text.length < bytes.length) this.#isUtf8 = true
      return text
    }
    if (this.#isUtf8 || hasUtf8(bytes)) return null
    const converted = bytes
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => windows1252[letter.charCodeAt(0) - 0x80] ?? '\ufffd')
    if (converted.includes('\ufffd')) return null
    this.#converted++
    return converted
  }
}
