import { bytesOfNumber, NumberReader, writeNumber } from '../search/numbers.ts'
import { hasSameCounts, type Sample } from './samples.ts'

/**
 * Encodes samples of several objects, in a few bytes each: numbers are differences to the previous sample, and equal neighbours store their
 * counts once. An object consists of its number, the byte length of its samples, and the samples; a removed object has none.
 */

/** An object by its number within a block, with its samples in the order of `compareSamples`. No samples: the earlier ones were removed. */
export type ThingSamples = { readonly thing: number; readonly samples: readonly Sample[] }

/** Flags of a sample. */
const sameCounts = 1
const sameSource = 2
const undated = 4
/** Every field is known, none is rounded, and no number fell, as in nearly all samples. */
const plain = 8

const samplesBytes = (samples: readonly Sample[], fields: number): number =>
  samples.length * (1 + 2 * bytesOfNumber + 4 + fields * bytesOfNumber)

const writeSamples = (bytes: Uint8Array, start: number, samples: readonly Sample[], fields: number): number => {
  let end = start
  let before: Sample | null = null
  let at = 0
  const last = new Array<number>(fields).fill(0)
  for (const sample of samples) {
    const isSame = before !== null && hasSameCounts(before, sample)
    let known = 0
    let fallen = 0
    for (let index = 0; index < fields; index += 1) {
      const value = sample.values[index] ?? null
      if (value === null) continue
      known |= 1 << index
      if (value < (last[index] ?? 0)) fallen |= 1 << index
    }
    const isPlain = known === 2 ** fields - 1 && fallen === 0 && sample.rounded === 0 && sample.negative === 0
    bytes[end++] =
      (isSame ? sameCounts : 0) |
      (sample.source === (before?.source ?? 0) ? sameSource : 0) |
      (sample.at === null ? undated : 0) |
      (isPlain ? plain : 0)
    if (sample.source !== (before?.source ?? 0)) end = writeNumber(bytes, end, sample.source)
    if (sample.at !== null) {
      end = writeNumber(bytes, end, sample.at - at)
      at = sample.at
    }
    before = sample
    if (isSame) continue
    if (!isPlain) {
      bytes[end++] = known
      bytes[end++] = fallen
      bytes[end++] = sample.rounded
      bytes[end++] = sample.negative
    }
    for (let index = 0; index < fields; index += 1) {
      const value = sample.values[index] ?? null
      if (value === null) continue
      end = writeNumber(bytes, end, Math.abs(value - (last[index] ?? 0)))
      last[index] = value
    }
  }
  return end
}

const readSamples = (numbers: NumberReader, fields: number): Sample[] => {
  const samples: Sample[] = []
  const last = new Array<number>(fields).fill(0)
  let before: Sample | null = null
  let at = 0
  while (!numbers.isAtEnd) {
    const flags = numbers.byte()
    const source = (flags & sameSource) !== 0 ? (before?.source ?? 0) : numbers.next()
    if ((flags & undated) === 0) at += numbers.next()
    const moment = (flags & undated) === 0 ? at : null
    let sample: Sample
    if ((flags & sameCounts) !== 0 && before !== null) sample = { ...before, at: moment, source }
    else {
      const isPlain = (flags & plain) !== 0
      const known = isPlain ? 2 ** fields - 1 : numbers.byte()
      const fallen = isPlain ? 0 : numbers.byte()
      const rounded = isPlain ? 0 : numbers.byte()
      const negative = isPlain ? 0 : numbers.byte()
      const values: (number | null)[] = []
      for (let index = 0; index < fields; index += 1) {
        if ((known & (1 << index)) === 0) {
          values.push(null)
          continue
        }
        const difference = numbers.next()
        const value: number = (last[index] ?? 0) + ((fallen & (1 << index)) === 0 ? difference : -difference)
        last[index] = value
        values.push(value)
      }
      sample = { at: moment, source, values, rounded, negative }
    }
    samples.push(sample)
    before = sample
  }
  return samples
}

/** `fields`: number of count fields of the kind. Objects must be in ascending order. */
export const encodeThings = (things: readonly ThingSamples[], fields: number): Uint8Array => {
  const most = things.reduce((sum, { samples }) => sum + 2 * bytesOfNumber + samplesBytes(samples, fields), 0)
  const bytes = new Uint8Array(most)
  let end = 0
  for (const { thing, samples } of things) {
    end = writeNumber(bytes, end, thing)
    // The length comes before the samples but is only known after writing them, so they are written further on and then moved.
    const start = end + bytesOfNumber
    const stop = writeSamples(bytes, start, samples, fields)
    end = writeNumber(bytes, end, stop - start)
    bytes.copyWithin(end, start, stop)
    end += stop - start
  }
  return bytes.slice(0, end)
}

export const decodeSamples = (bytes: Uint8Array, fields: number): Sample[] =>
  readSamples(new NumberReader(bytes), fields)

/** Calls back with each object and a view of its encoded samples. */
export const eachThing = (bytes: Uint8Array, onThing: (thing: number, samples: Uint8Array) => void): void => {
  const numbers = new NumberReader(bytes)
  while (!numbers.isAtEnd) onThing(numbers.next(), numbers.bytes(numbers.next()))
}

export const decodeThings = (bytes: Uint8Array, fields: number): ThingSamples[] => {
  const things: ThingSamples[] = []
  eachThing(bytes, (thing, samples) => things.push({ thing, samples: decodeSamples(samples, fields) }))
  return things
}

/** Samples of one object, skipping the others. Empty without any. */
export const decodeThing = (bytes: Uint8Array, thing: number, fields: number): Sample[] => {
  const numbers = new NumberReader(bytes)
  while (!numbers.isAtEnd) {
    const other = numbers.next()
    const own = numbers.bytes(numbers.next())
    if (other === thing) return decodeSamples(own, fields)
  }
  return []
}
