import type { Distribution } from '../records/post-summary.ts'

const quantiles = { p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9 } as const

/** 2^11 buckets for each doubling; the largest finite number has a bucket below this. */
const bucketBits = 11
const lowestBits = 20 - bucketBits
const bias = 1_023 << bucketBits
const buckets = 64 << bucketBits

const number = new Float64Array(1)
const words = new Uint32Array(number.buffer)
/** The word of a number with its sign, its exponent and the first bits of its fraction. */
const highWord = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0

/**
 * Exact quantiles of numbers that are seen twice in the same order: first they are counted in buckets, which grow with the numbers, then those of
 * the few buckets with the wanted ranks are kept and sorted. So memory does not grow with the numbers.
 */
export class Quantiles {
  /** Zero and fractions below 1 are told apart by what they are multiplied with. */
  readonly #scale: number
  readonly #counts = new Uint32Array(buckets)
  readonly #kept = new Map<number, number[]>()
  #isKept = new Uint8Array(0)
  #count = 0
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY
  #sum = 0

  constructor(scale: number) {
    this.#scale = scale
  }

  /** The bucket of a number; larger numbers have no smaller buckets. */
  #bucketOf(value: number): number {
    number[0] = value * this.#scale + 1
    const bucket = ((words[highWord] ?? 0) >>> lowestBits) - bias
    return bucket < 0 ? 0 : bucket < buckets ? bucket : buckets - 1
  }

  /** Takes a number in for the first time. */
  count(value: number): void {
    const bucket = this.#bucketOf(value)
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#count += 1
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
    // Sums of whole numbers are exact; fractions have few digits, and are whole after scaling.
    this.#sum += Math.round(value * this.#scale)
  }

  /** Ranks, from 0, of the numbers that the quantiles lie between. */
  get #ranks(): number[] {
    return Object.values(quantiles).flatMap((share) => {
      const at = (this.#count - 1) * share
      return [Math.floor(at), Math.ceil(at)]
    })
  }

  /** Call it between the two times. False when there is nothing to keep. */
  choose(): boolean {
    this.#isKept = new Uint8Array(buckets)
    const ranks = this.#ranks
    let before = 0
    for (const [bucket, count] of this.#counts.entries()) {
      if (count > 0 && ranks.some((rank) => rank >= before && rank < before + count)) {
        this.#isKept[bucket] = 1
        this.#kept.set(bucket, [])
      }
      before += count
    }
    return this.#count > 0
  }

  /** Takes a number in for the second time. */
  keep(value: number): void {
    const bucket = this.#bucketOf(value)
    if (this.#isKept[bucket] === 1) this.#kept.get(bucket)?.push(value)
  }

  /** Null when no number was taken in. */
  result(): Distribution | null {
    if (this.#count === 0) return null
    const sorted = new Map([...this.#kept].map(([bucket, values]) => [bucket, Float64Array.from(values).sort()]))
    const starts = new Map<number, number>()
    let before = 0
    for (const [bucket, count] of this.#counts.entries()) {
      if (this.#isKept[bucket] === 1) starts.set(bucket, before)
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
      const rank = (this.#count - 1) * share
      const low = at(Math.floor(rank))
      const high = at(Math.ceil(rank))
      return low + (high - low) * (rank - Math.floor(rank))
    }
    return {
      min: this.#min,
      p25: quantile(quantiles.p25),
      median: quantile(quantiles.median),
      p75: quantile(quantiles.p75),
      p90: quantile(quantiles.p90),
      max: this.#max,
      mean: this.#sum / this.#scale / this.#count
    }
  }
}
