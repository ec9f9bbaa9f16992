import { NumberReader, writeNumber } from './numbers.ts'

/**
 * A piece of the list of one word: places ascending by key, each with the fields of the thing that hold the word. A place is a byte of field
 * bits and a number: within one quality twice the distance to the place before, else twice the distance of qualities and one, and the
 * thing behind it.
 */

/** Places of a full piece: what is read for one of them costs little, and long lists have few pieces. */
export const placesOfPiece = 256
/** Places that the first piece of a list has at least, if the list has as many: a piece that is left with fewer is joined with the one behind it. */
export const fewestPlaces = placesOfPiece / 4
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

/** What is read of a piece, before it is known how many places that is: lists that grow take twice what they come to hold. */
const keys: number[] = []
const fields: number[] = []

/** The places of a piece: their keys, and the fields of each. */
export const readPlaces = (bytes: Uint8Array): { keys: number[]; fields: number[] } => {
  const numbers = new NumberReader(bytes)
  let key = -1
  /** The key that thing 0 of the quality at hand would have. */
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
