import type { Distribution, HistogramScale } from '../../records/distribution.ts'
import { histogramScales } from '../filters/histogram.ts'
import { groupSize } from './column-store.ts'

const quantiles = { p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9 } as const

/** 2^11 buckets for each doubling; the largest finite number has a bucket below this. */
const bucketBits = 11
const lowestBits = 20 - bucketBits
const bias = 1_023 << bucketBits
const buckets = 64 << bucketBits

/** Scaled numbers, and the word of each that contains its sign, exponent and first fraction bits. */
const scaled = new Float64Array(groupSize)
const words = new Uint32Array(scaled.buffer)
const highWord = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0

/** The bucket of a number, from its word; larger numbers have no smaller buckets. */
const bucketOf = (word: number): number => Math.min(buckets - 1, Math.max(0, (word >>> lowestBits) - bias))

/** Factor for numbers before they are put into buckets, so that fractions below 1 get separate buckets. Rates have six decimals. */
const factors: Readonly<Record<HistogramScale, number>> = { COUNT: 1, RATE: 1_000_000, SCORE: 1 }

/** Cells of a scale: the end of each (NaN for the last one), and the first cell for each bucket. A bucket spans few cells. */
type ScaleCells = { readonly ends: Float64Array; readonly first: Uint16Array }
const cellsByScale = new Map<HistogramScale, ScaleCells>()
const cellsOf = (scale: HistogramScale): ScaleCells => {
  const known = cellsByScale.get(scale)
  if (known !== undefined) return known
  const borders = histogramScales[scale].cells
  const first = new Uint16Array(buckets)
  for (const [cell, border] of borders.entries()) {
    scaled[0] = border * factors[scale] + 1
    first.fill(cell, bucketOf(words[highWord] ?? 0) + 1)
  }
  const cells = { ends: Float64Array.from([...borders.slice(1), Number.NaN]), first }
  cellsByScale.set(scale, cells)
  return cells
}

/**
 * Exact quantiles in two passes over the same numbers in the same order: the first counts numbers in buckets, whose width grows with the numbers;
 * the second keeps and sorts those of the few buckets with the wanted ranks. So memory is bounded. It also counts the cells of a histogram.
 */
export class Quantiles {
  readonly #scale: HistogramScale
  readonly #factor: number
  readonly #cells: Uint32Array
  readonly #counts = new Uint32Array(buckets)
  readonly #values = new Map<number, number[]>()
  #isKept = new Uint8Array(0)
  #totals = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sum: 0, count: 0, unknown: 0 }

  constructor(scale: HistogramScale) {
    this.#scale = scale
    this.#factor = factors[scale]
    this.#cells = new Uint32Array(histogramScales[scale].cells.length)
  }

  /** First pass: adds numbers, at most those of a row group. NaN is unknown. */
  count(values: Float64Array): void {
    const scale = this.#factor
    const counts = this.#counts
    const cells = this.#cells
    const { ends, first } = cellsOf(this.#scale)
    let { min, max, sum, count, unknown } = this.#totals
    for (let at = 0; at < values.length; at++) scaled[at] = (values[at] ?? Number.NaN) * scale + 1
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? Number.NaN
      if (Number.isNaN(value)) {
        unknown += 1
        continue
      }
      const bucket = bucketOf(words[2 * at + highWord] ?? 0)
      counts[bucket] = (counts[bucket] ?? 0) + 1
      let cell = first[bucket] ?? 0
      while (value >= (ends[cell] ?? Number.NaN)) cell += 1
      cells[cell] = (cells[cell] ?? 0) + 1
      count += 1
      if (value < min) min = value
      if (value > max) max = value
      // Sums of whole numbers are exact; fractions have few digits, and are whole after scaling.
      sum += Math.floor(value * scale + 0.5)
    }
    this.#totals = { min, max, sum, count, unknown }
  }

  /** Ranks, from 0, of the numbers that the quantiles lie between, in ascending order. */
  get #ranks(): number[] {
    return Object.values(quantiles).flatMap((share) => {
      const at = (this.#totals.count - 1) * share
      return [Math.floor(at), Math.ceil(at)]
    })
  }

  /** To be called between the two passes. False if a second pass is not needed. */
  choose(): boolean {
    this.#isKept = new Uint8Array(buckets)
    if (this.#totals.count === 0) return false
    const ranks = this.#ranks
    const counts = this.#counts
    let before = 0
    let next = 0
    for (let bucket = 0; next < ranks.length; bucket++) {
      before += counts[bucket] ?? 0
      if ((ranks[next] ?? 0) >= before) continue
      this.#isKept[bucket] = 1
      this.#values.set(bucket, [])
      while ((ranks[next] ?? before) < before) next += 1
    }
    return true
  }

  /** Second pass: adds the same numbers. */
  keep(values: Float64Array): void {
    const scale = this.#factor
    const isKept = this.#isKept
    for (let at = 0; at < values.length; at++) scaled[at] = (values[at] ?? Number.NaN) * scale + 1
    for (let at = 0; at < values.length; at++) {
      const bucket = bucketOf(words[2 * at + highWord] ?? 0)
      if (isKept[bucket] !== 1) continue
      const value = values[at] ?? Number.NaN
      if (!Number.isNaN(value)) this.#values.get(bucket)?.push(value)
    }
  }

  /** Null if no number was added. */
  result(): Distribution | null {
    if (this.#totals.count === 0) return null
    const sorted = new Map([...this.#values].map(([bucket, values]) => [bucket, Float64Array.from(values).sort()]))
    const starts = new Map<number, number>()
    const counts = this.#counts
    let before = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = counts[bucket] ?? 0
      if (count === 0) continue
      if (sorted.has(bucket)) starts.set(bucket, before)
      before += count
    }
    const at = (rank: number): number => {
      for (const [bucket, start] of starts) {
        const value = rank >= start ? sorted.get(bucket)?.[rank - start] : undefined
        if (value !== undefined) return value
      }
      return Number.NaN
    }
    const quantile = (share: number): number => {
      const rank = (this.#totals.count - 1) * share
      const low = at(Math.floor(rank))
      const high = at(Math.ceil(rank))
      return low === high ? low : withoutNoise(low + (high - low) * (rank - Math.floor(rank)))
    }
    return {
      count: this.#totals.count,
      unknown_count: this.#totals.unknown,
      min: this.#totals.min,
      p25: quantile(quantiles.p25),
      median: quantile(quantiles.median),
      p75: quantile(quantiles.p75),
      p90: quantile(quantiles.p90),
      max: this.#totals.max,
      mean: this.#totals.sum / this.#factor / this.#totals.count,
      scale: this.#scale,
      cells: histogramScales[this.#scale].cells.flatMap((from, cell) => {
        const count = this.#cells[cell] ?? 0
        return count === 0 ? [] : [{ from, count }]
      })
    }
  }
}

/** Removes the errors of interpolation in the 17th digit, such as 0.30000000000000004. */
const withoutNoise = (number: number): number => Number(number.toPrecision(15))
