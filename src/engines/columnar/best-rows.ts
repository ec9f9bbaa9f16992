/**
 * A row with its sort keys. `value`, `first` and `second` sort descending: numbers of ascending orders are negated, and unknown ones are
 * -Infinity, so that they are last. Lists by text sort ascending by `text` first, null last, and have the value 0.
 */
export type RankedRow = {
  readonly value: number
  readonly text: Buffer | null
  readonly first: number
  readonly second: number
  readonly row: number
}

/** Negative when `a` is before `b`. Rows differ, so the order is total. */
export const compareRanked = (a: RankedRow, b: RankedRow): number => {
  if (a.text !== b.text) {
    if (a.text === null || b.text === null) return a.text === null ? 1 : -1
    const texts = Buffer.compare(a.text, b.text)
    if (texts !== 0) return texts
  }
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  if (a.first !== b.first) return a.first > b.first ? -1 : 1
  if (a.second !== b.second) return a.second > b.second ? -1 : 1
  return b.row - a.row
}

/** The best rows after a cursor, in order. */
export class BestRows {
  readonly #size: number
  readonly #after: RankedRow | null
  readonly sorted: RankedRow[] = []

  constructor(size: number, after: RankedRow | null) {
    this.#size = size
    this.#after = after
  }

  /** The last of the best rows when there are enough; no row after it is needed. */
  get worst(): RankedRow | null {
    return this.sorted.length < this.#size ? null : (this.sorted.at(-1) ?? null)
  }

  /** Adds a row if it is among the best. */
  offer(row: RankedRow): void {
    const { sorted } = this
    if (this.#after !== null && compareRanked(row, this.#after) <= 0) return
    const { worst } = this
    if (worst !== null) {
      if (compareRanked(row, worst) >= 0) return
      sorted.pop()
    }
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = sorted[middle]
      if (other !== undefined && compareRanked(other, row) < 0) low = middle + 1
      else high = middle
    }
    sorted.splice(low, 0, row)
  }
}
