/** A set of rows, one bit each. */
export class RowSet {
  bits = new Uint32Array(64)
  count = 0

  static of(rows: Iterable<number>): RowSet {
    const set = new RowSet()
    for (const row of rows) set.add(row)
    return set
  }

  add(row: number): void {
    const word = row >>> 5
    if (word >= this.bits.length) {
      const bits = new Uint32Array(Math.max(word + 1, 2 * this.bits.length))
      bits.set(this.bits)
      this.bits = bits
    }
    const bit = 1 << (row & 31)
    const before = this.bits[word] ?? 0
    if ((before & bit) !== 0) return
    this.bits[word] = before | bit
    this.count += 1
  }

  has(row: number): boolean {
    return (((this.bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1
  }
}

/** A set of safe integers, such as search keys, in one array. Their lowest bits are spread evenly: they are hashes or consecutive. */
export class NumberSet {
  /** Bit `number & bitMask` is 1 for each number of the set. */
  readonly bits: Uint32Array
  readonly bitMask: number
  readonly #slots: Float64Array
  readonly #mask: number

  /** For at most so many numbers. */
  constructor(size: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(4, 2 * size)))
    this.#slots = new Float64Array(slots).fill(-1)
    this.#mask = slots - 1
    this.bits = new Uint32Array(slots / 4)
    this.bitMask = 8 * slots - 1
  }

  add(number: number): void {
    const slots = this.#slots
    const bit = number & this.bitMask
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    // Conversion to 32 bits keeps the lowest bits of any safe integer.
    let at = (number | 0) & this.#mask
    while (slots[at] !== -1 && slots[at] !== number) at = (at + 1) & this.#mask
    slots[at] = number
  }

  has(number: number): boolean {
    const slots = this.#slots
    let at = (number | 0) & this.#mask
    while (slots[at] !== -1) {
      if (slots[at] === number) return true
      at = (at + 1) & this.#mask
    }
    return false
  }
}
