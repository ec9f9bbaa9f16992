/**
 * Random numbers that are equal on every machine. Each object draws from its own stream, named by kind and number, so that more objects or
 * additional draws never change others.
 */

const two32 = 4_294_967_296

/** A bijection on 32 bits without visible patterns (lowbias32). */
const scramble = (value: number): number => {
  let x = value >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}

/** FNV-1a of a stream's name. */
const hash = (name: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** The sfc32 generator with the distributions the data set needs. */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  constructor(a: number, b: number, c: number) {
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    for (let i = 0; i < 12; i++) this.uint32()
  }

  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return t >>> 0
  }

  /** From 0 to just below 1. */
  float(): number {
    return this.uint32() / two32
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.float() * end)
  }

  /** An integer from `first` to `last`, inclusive. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  chance(probability: number): boolean {
    return this.float() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }

  /** Up to `count` different items in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const chosen: T[] = []
    while (chosen.length < count && rest.length > 0) {
      const at = this.below(rest.length)
      const [item] = rest.splice(at, 1)
      if (item !== undefined) chosen.push(item)
    }
    return chosen
  }

  /** Approximately normal: mean 0, deviation 1, within 3.5. A sum, because sums are exact on every machine. */
  bell(): number {
    return (this.float() + this.float() + this.float() + this.float() - 2) * 1.732
  }
}

/** All streams of one seed. */
export class Streams {
  readonly #low: number
  readonly #high: number
  readonly #names = new Map<string, number>()

  constructor(seed: number) {
    this.#low = scramble(seed % two32)
    this.#high = scramble(Math.floor(seed / two32) + 0x9e3779b9)
  }

  at(name: string, index = 0): Random {
    const stream = this.#hash(name)
    return new Random(scramble(this.#low ^ stream), scramble(this.#high + index), scramble(index ^ stream ^ this.#low))
  }

  /** 32 bits that differ per index of one name: makes unique ids without a list of used ones. */
  unique(name: string, index: number): number {
    return scramble(index ^ scramble(this.#low ^ this.#high ^ this.#hash(name)))
  }

  #hash(name: string): number {
    let known = this.#names.get(name)
    if (known === undefined) {
      known = hash(name)
      this.#names.set(name, known)
    }
    return known
  }
}

/** Picks indexes by weight. */
export class Weighted {
  readonly #sums: Float64Array

  constructor(weights: readonly number[]) {
    this.#sums = new Float64Array(weights.length)
    let sum = 0
    weights.forEach((weight, index) => {
      sum += weight
      this.#sums[index] = sum
    })
  }

  pick(random: Random): number {
    const target = random.float() * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sums[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Index at this share of the total weight, with its fraction. */
  at(share: number): number {
    const target = share * (this.#sums.at(-1) ?? 0)
    const index = this.#sums.findIndex((sum) => sum > target)
    const before = this.#sums[index - 1] ?? 0
    return index + (target - before) / ((this.#sums[index] ?? 1) - before)
  }

  /** Weights that fall with rank to the power of `exponent`. */
  static byRank(length: number, exponent: number): Weighted {
    return new Weighted(Array.from({ length }, (_, index) => (index + 1) ** -exponent))
  }
}
