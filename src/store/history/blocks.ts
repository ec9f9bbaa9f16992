import { hasSameCounts, mergeSamples, type Sample, type SampledKind } from '../../engines/history/samples.ts'

/** Where samples are in a history file: row numbers, weeks and the ids of blocks. */

export const sampledKinds: Readonly<Record<SampledKind, number>> = { posts: 1, users: 2, sounds: 3 }

const blockSize = 16
const rowsOfKind = 2 ** 40
const blocksOfKind = rowsOfKind / blockSize
const kindsOfWeek = 4

export const hourSeconds = 3_600
export const daySeconds = 24 * hourSeconds
export const weekHours = 7 * 24

export const hourOf = (at: number): number => Math.floor(at / hourSeconds)
export const weekOf = (at: number): number => Math.floor(hourOf(at) / weekHours)

/** Rows of a kind: from the first to before the second. */
export const rowsOf = (kind: SampledKind): readonly [number, number] => [
  sampledKinds[kind] * rowsOfKind,
  (sampledKinds[kind] + 1) * rowsOfKind
]

/** Block of a row within each week; `thingOf`: its number there. */
const blockOf = (pk: number): number => Math.floor((pk % rowsOfKind) / blockSize)
export const thingOf = (pk: number): number => pk % blockSize

export const kindOf = (pk: number): number => Math.floor(pk / rowsOfKind)

/** Ids ascend by week, so that those of past weeks are a range. */
export const firstBlockOf = (week: number): number => week * kindsOfWeek * blocksOfKind
export const blockId = (week: number, pk: number): number =>
  firstBlockOf(week) + kindOf(pk) * blocksOfKind + blockOf(pk)

/** A sample that equals the one before within this time is dropped, in seconds. */
export const sameWithin = 60

/** Whether a sample equals the one before it and follows within `sameWithin`. */
export const isRepeated = (before: Sample, sample: Sample): boolean =>
  before.at !== null &&
  sample.at !== null &&
  sample.at >= before.at &&
  sample.at - before.at < sameWithin &&
  hasSameCounts(before, sample)

/**
 * Adds a sample to those of its object, in place. Keeps the first and the last of a run of equal samples, as `historyOf` shows them. False
 * when the sample is repeated.
 */
export const addSample = (samples: Sample[], sample: Sample): boolean => {
  const [beforeLast, last] = samples.length < 2 ? [undefined, samples[0]] : samples.slice(-2)
  if (last === undefined) {
    samples.push(sample)
    return true
  }
  if (isRepeated(last, sample)) return false
  // The clock was set back, or there were two reads within a second.
  if ((sample.at ?? 0) <= (last.at ?? 0)) samples.splice(0, samples.length, ...mergeSamples([...samples, sample]))
  else if (beforeLast !== undefined && hasSameCounts(beforeLast, last) && hasSameCounts(last, sample))
    samples[samples.length - 1] = sample
  else samples.push(sample)
  return true
}
