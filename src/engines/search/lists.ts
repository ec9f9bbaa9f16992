import { NumberReader, writeNumber } from './numbers.ts'

/**
 * A block of one word's posting list: postings in ascending key order, each with the fields that contain the word. A posting is a byte of
 * field bits and a number: within one quality, twice the distance to the previous posting; otherwise twice the distance of qualities plus
 * one, followed by the document's number.
 */

/** Postings of a full block: small enough to read for one of them, large enough that long lists have few blocks. */
export const postingsOfBlock = 256
/** Fewest postings of the first block of a list that has as many: a smaller block is merged with the next one. */
export const fewestPostings = postingsOfBlock / 4
/** Maximum bytes of a posting. */
export const bytesOfPosting = 1 + 2 + 5

const pks = 2 ** 32

/** Writes a posting after the one of key `before` (-1: the first of a block) and returns the offset of the next one. */
export const writePosting = (bytes: Uint8Array, at: number, before: number, key: number, fields: number): number => {
  bytes[at] = fields
  const rank = Math.floor(key / pks)
  const rankBefore = before < 0 ? -1 : Math.floor(before / pks)
  if (rank === rankBefore) return writeNumber(bytes, at + 1, (key - before) * 2)
  return writeNumber(bytes, writeNumber(bytes, at + 1, (rank - rankBefore) * 2 + 1), key % pks)
}

/** Scratch lists, used until the number of postings is known: growing lists take twice the memory. */
const keys: number[] = []
const fields: number[] = []

/** The postings of a block: their keys, and the fields of each. */
export const readPostings = (bytes: Uint8Array): { keys: number[]; fields: number[] } => {
  const numbers = new NumberReader(bytes)
  let key = -1
  /** The key that document 0 of the current quality would have. */
  let base = -pks
  let count = 0
  for (; !numbers.isAtEnd; count += 1) {
    fields[count] = numbers.byte()
    const step = numbers.next()
    if (step % 2 === 0) key += step / 2
    else {
      base += ((step - 1) / 2) * pks
      key = base + numbers.next()
    }
    keys[count] = key
  }
  return { keys: keys.slice(0, count), fields: fields.slice(0, count) }
}
