/**
 * A piece of the list of one word: places ascending by key, each with the fields of the thing that hold the word. A place is a byte of field
 * bits and a number: within one quality twice the distance to the place before, else twice the distance of qualities and one, and the
 * thing behind it. Numbers are told seven bits a byte, the lowest first.
 */

/** Places of a full piece: what is read for one of them costs little, and long lists have few pieces. */
export const placesOfPiece = 256
/** Bytes of a place at most. */
export const bytesOfPlace = 1 + 2 + 5

const pks = 2 ** 32

/** Writes a place behind the one of key `before` (-1: the first of a piece) and returns where the next one begins. */
export const writePlace = (bytes: Uint8Array, at: number, before: number, key: number, fields: number): number => {
  bytes[at] = fields
  const rank = Math.floor(key / pks)
  const rankBefore = before < 0 ? -1 : Math.floor(before / pks)
  if (rank === rankBefore) return writeNumber(bytes, at + 1, (key - before) * 2)
  return writeNumber(bytes, writeNumber(bytes, at + 1, (rank - rankBefore) * 2 + 1), key % pks)
}

const writeNumber = (bytes: Uint8Array, at: number, number: number): number => {
  let rest = number
  let end = at
  while (rest > 127) {
    bytes[end++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  bytes[end++] = rest
  return end
}

/** Reads one piece forwards. */
export class PieceReader {
  /** The place it stands at; -1 before the first. */
  key = -1
  fields = 0
  readonly #bytes: Uint8Array
  #at = 0
  /** The key that thing 0 of the quality at hand would have. */
  #base = -pks

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Goes on to the first place at or behind a key that has one of the fields, unless it stands there; false: the piece has none. */
  seek(key: number, fields: number): boolean {
    while (this.key < key || (this.fields & fields) === 0) if (!this.#next()) return false
    return true
  }

  #next(): boolean {
    const bytes = this.#bytes
    if (this.#at >= bytes.length) return false
    this.fields = bytes[this.#at++] ?? 0
    const step = this.#number()
    if (step % 2 === 0) this.key += step / 2
    else {
      this.#base += ((step - 1) / 2) * pks
      this.key = this.#base + this.#number()
    }
    return true
  }

  #number(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++] ?? 0
    let number = byte & 127
    // Bits of an integer carry four bytes; the fifth goes beyond them.
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++] ?? 0
      number += shift < 28 ? (byte & 127) << shift : (byte & 127) * 2 ** shift
    }
    return number
  }
}
