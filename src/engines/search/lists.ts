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

/** Postings of a list in ascending key order. In a list of changes, a posting without fields means removal. */
export type PostingList = { keys: number[]; fields: number[] }

const pks = 2 ** 32

/** Writes a posting after the one of key `before` (-1: the first of a block) and returns the offset of the next one. */
export const writePosting = (bytes: Uint8Array, at: number, before: number, key: number, fields: number): number => {
  bytes[at] = fields
  const rank = Math.floor(key / pks)
  const rankBefore = before < 0 ? -1 : Math.floor(before / pks)
  if (rank === rankBefore) return writeNumber(bytes, at + 1, (key - before) * 2)
  return writeNumber(bytes, writeNumber(bytes, at + 1, (rank - rankBefore) * 2 + 1), key % pks)
}

/** Splits postings into as few blocks as possible of equal length, so that later insertions split none of them soon. */
export const blocksOf = ({ keys, fields }: PostingList): { last: number; data: Uint8Array }[] => {
  const count = Math.ceil(keys.length / postingsOfBlock)
  return Array.from({ length: count }, (_, block) => {
    const from = Math.floor((block * keys.length) / count)
    const to = Math.floor(((block + 1) * keys.length) / count)
    const data = new Uint8Array((to - from) * bytesOfPosting)
    let end = 0
    let before = -1
    for (let at = from; at < to; at += 1) {
      const key = keys[at] ?? 0
      end = writePosting(data, end, before, key, fields[at] ?? 0)
      before = key
    }
    return { last: before, data: data.subarray(0, end) }
  })
}

/** Scratch lists, used until the number of postings is known: growing lists take twice the memory. */
const keys: number[] = []
const fields: number[] = []

/** The postings of a block: their keys, and the fields of each. */
export const readPostings = (bytes: Uint8Array): PostingList => {
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
