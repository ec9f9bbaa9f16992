import { withCapacity } from './growable-arrays.ts'
import { bytesOfNumber, NumberReader, writeNumber } from './numbers.ts'

const bitsOfFields = 6
/** More than the bits of all fields of a document together. */
const fieldSteps = 2 ** bitsOfFields

/** Words in ascending order of their ids; `fields[at]` are the fields that contain `words[at]`. */
export type IndexedWords = { words: readonly number[]; fields: readonly number[] }

// Shared buffers: every document of a data set passes through them.
let entries = new Uint32Array(256)
let bytes = new Uint8Array(1024)

/** Sorts words by their ids, in place. */
export const sortWords = (words: number[], fields: number[]): IndexedWords => {
  const count = words.length
  entries = withCapacity(entries, count)
  // Ids and fields fit 32 bits, as in `Postings`.
  for (let at = 0; at < count; at += 1) entries[at] = ((words[at] ?? 0) << bitsOfFields) | (fields[at] ?? 0)
  entries.subarray(0, count).sort()
  for (let at = 0; at < count; at += 1) {
    const entry = entries[at] ?? 0
    words[at] = entry >>> bitsOfFields
    fields[at] = entry & (fieldSteps - 1)
  }
  return { words, fields }
}

/**
 * The words under which a document is indexed, kept so that it can be removed whatever its row says later: each as the difference of its id
 * to the one before, with the field bits.
 */
export const writeWords = ({ words, fields }: IndexedWords): Uint8Array => {
  bytes = withCapacity(bytes, words.length * bytesOfNumber)
  let end = 0
  let before = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    end = writeNumber(bytes, end, (word - before) * fieldSteps + (fields[at] ?? 0))
    before = word
  }
  return bytes.slice(0, end)
}

export const readWords = (bytes: Uint8Array): IndexedWords => {
  const found = { words: [] as number[], fields: [] as number[] }
  const numbers = new NumberReader(bytes)
  let word = 0
  while (!numbers.isAtEnd) {
    const entry = numbers.next()
    word += Math.floor(entry / fieldSteps)
    found.words.push(word)
    found.fields.push(entry % fieldSteps)
  }
  return found
}
