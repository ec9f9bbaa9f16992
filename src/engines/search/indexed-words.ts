import { bytesOfNumber, NumberReader, writeNumber } from './numbers.ts'

/** More than the bits of all fields of a document together. */
const fieldSteps = 64

/**
 * The words under which a document is indexed, kept so that it can be removed whatever its row says later: word ids in ascending order,
 * each as the difference to the one before, with the field bits. `fields[at]` belongs to `words[at]`; words may come in any order.
 */
export const writeWords = (words: readonly number[], fields: readonly number[]): Uint8Array => {
  if (words.length > entries.length) {
    entries = new Float64Array(words.length * 2)
    bytes = new Uint8Array(entries.length * bytesOfNumber)
  }
  for (let at = 0; at < words.length; at += 1) entries[at] = (words[at] ?? 0) * fieldSteps + (fields[at] ?? 0)
  const sorted = entries.subarray(0, words.length).sort()
  let end = 0
  let before = 0
  for (let at = 0; at < sorted.length; at += 1) {
    const entry = sorted[at] ?? 0
    end = writeNumber(bytes, end, entry - before)
    before = entry - (entry % fieldSteps)
  }
  return bytes.slice(0, end)
}

// Shared buffer: every document of a data set is written through it.
let entries = new Float64Array(256)
let bytes = new Uint8Array(entries.length * bytesOfNumber)

export type IndexedWords = { words: readonly number[]; fields: readonly number[] }

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
