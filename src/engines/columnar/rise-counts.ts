import type { ListChunk } from './decoded-chunks.ts'

/** Keys below this are counted in arrays. Rows of tables are dense, so others are rare. */
const mostDense = 2 ** 22

export type RiseCount = { readonly key: number; readonly before: number; readonly fresh: number }

/** Counts posts before and within a window by a key. The loops are most of the work of a ranking, so they neither allocate nor call. */
export class RiseCounts {
  #before = new Uint32Array(4_096)
  #fresh = new Uint32Array(4_096)
  /** Prefix sums over the list that is being added. */
  #sums = new Int32Array(16_384)
  readonly #others = new Map<number, { before: number; fresh: number }>()

  /** Adds posts by their keys, NaN for none, and times; times after `from` are within the window. `largest`: the largest key. */
  addNumbers(keys: Float64Array, times: Float64Array, from: number, largest: number): void {
    this.#makeRoom(largest)
    const [before, fresh] = [this.#before, this.#fresh]
    const length = before.length
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? Number.NaN
      if (key < length) {
        if ((times[at] ?? 0) > from) fresh[key] = (fresh[key] ?? 0) + 1
        else before[key] = (before[key] ?? 0) + 1
      } else if (!Number.isNaN(key))
        this.#addOther(key, (times[at] ?? 0) > from ? 0 : 1, (times[at] ?? 0) > from ? 1 : 0)
    }
  }

  /** Adds posts of a row group by all their keys. `marks`, by row: 1 before the window, 2^16 within it, 0 for posts that do not count. */
  addLists({ keys, starts, rowsOf }: ListChunk, marks: Uint32Array): void {
    this.#makeRoom(keys.at(-1) ?? 0)
    const [before, fresh] = [this.#before, this.#fresh]
    const length = before.length
    // Uses prefix sums, modulo 2^32: most keys have few posts, so the end of a loop per key would be mispredicted.
    if (rowsOf.length >= this.#sums.length) this.#sums = new Int32Array(2 * rowsOf.length)
    const sums = this.#sums
    let sum = 0
    for (let at = 0; at < rowsOf.length; at++) {
      sum = (sum + (marks[rowsOf[at] ?? 0] ?? 0)) | 0
      sums[at + 1] = sum
    }
    let start = 0
    for (let place = 0; place < keys.length; place++) {
      const end = sums[starts[place + 1] ?? 0] ?? 0
      const own = (end - start) | 0
      start = end
      const key = keys[place] ?? 0
      if (key >= length) this.#addOther(key, own & 0xffff, own >>> 16)
      else {
        before[key] = (before[key] ?? 0) + (own & 0xffff)
        fresh[key] = (fresh[key] ?? 0) + (own >>> 16)
      }
    }
  }

  #addOther(key: number, before: number, fresh: number): void {
    const other = this.#others.get(key) ?? { before: 0, fresh: 0 }
    other.before += before
    other.fresh += fresh
    this.#others.set(key, other)
  }

  #makeRoom(key: number): void {
    if (key < this.#before.length || this.#before.length === mostDense) return
    const length = Math.min(mostDense, 2 ** Math.ceil(Math.log2(key + 1)))
    const [before, fresh] = [new Uint32Array(length), new Uint32Array(length)]
    before.set(this.#before)
    fresh.set(this.#fresh)
    this.#before = before
    this.#fresh = fresh
  }

  /** Keys with at least so many posts, in no particular order. */
  atLeast(leastBefore: number, leastFresh: number): RiseCount[] {
    const found: RiseCount[] = []
    for (let key = 0; key < this.#fresh.length; key++) {
      const fresh = this.#fresh[key] ?? 0
      if (fresh < leastFresh) continue
      const before = this.#before[key] ?? 0
      if (before >= leastBefore) found.push({ key, before, fresh })
    }
    for (const [key, { before, fresh }] of this.#others) {
      if (before >= leastBefore && fresh >= leastFresh) found.push({ key, before, fresh })
    }
    return found
  }
}
