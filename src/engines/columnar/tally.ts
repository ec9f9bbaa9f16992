/** Number of posts with a key, with the sum of one of their numbers, and how many of these numbers are unknown. */
export type CountedPosts = {
  readonly key: number
  readonly posts: number
  readonly sum: number
  readonly unknown: number
}

/** Keys below this are counted in arrays. Rows of tables are dense, so others are rare. */
const mostDense = 2 ** 22
const leastLength = 4_096

/** Counts posts by a key, such as the row of the creator, and adds up one of their numbers. */
export class Tally {
  #posts = new Uint32Array(leastLength)
  #sums = new Float64Array(leastLength)
  /** Null as long as all numbers are known. */
  #unknown: Uint32Array | null = null
  readonly #others = new Map<number, { posts: number; sum: number; unknown: number }>()

  /** Adds posts, each with one key, or NaN for none. Unknown numbers (NaN) add nothing. */
  addAll(keys: Float64Array, numbers: Float64Array): void {
    let largest = 0
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key > largest) largest = key
    }
    this.#makeRoom(largest)
    const [postsOf, sumsOf] = [this.#posts, this.#sums]
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? Number.NaN
      const own = numbers[at] ?? Number.NaN
      const isUnknown = Number.isNaN(own)
      if (key >= 0 && key < postsOf.length) {
        postsOf[key] = (postsOf[key] ?? 0) + 1
        if (isUnknown) this.#addUnknown(key, 1)
        else sumsOf[key] = (sumsOf[key] ?? 0) + own
      } else if (!Number.isNaN(key)) this.#addOther(key, 1, isUnknown ? 0 : own, Number(isUnknown))
    }
  }

  #addUnknown(key: number, posts: number): void {
    this.#unknown ??= new Uint32Array(this.#posts.length)
    this.#unknown[key] = (this.#unknown[key] ?? 0) + posts
  }

  add({ key, posts, sum, unknown }: CountedPosts): void {
    this.#makeRoom(key)
    if (key >= this.#posts.length) {
      this.#addOther(key, posts, sum, unknown)
      return
    }
    this.#posts[key] = (this.#posts[key] ?? 0) + posts
    this.#sums[key] = (this.#sums[key] ?? 0) + sum
    if (unknown > 0) this.#addUnknown(key, unknown)
  }

  #addOther(key: number, posts: number, sum: number, unknown: number): void {
    const other = this.#others.get(key) ?? { posts: 0, sum: 0, unknown: 0 }
    other.posts += posts
    other.sum += sum
    other.unknown += unknown
    this.#others.set(key, other)
  }

  #makeRoom(key: number): void {
    if (key < this.#posts.length || this.#posts.length === mostDense) return
    const length = Math.min(mostDense, 2 ** Math.ceil(Math.log2(key + 1)))
    const [posts, sums] = [new Uint32Array(length), new Float64Array(length)]
    posts.set(this.#posts)
    sums.set(this.#sums)
    this.#posts = posts
    this.#sums = sums
    if (this.#unknown === null) return
    const unknown = new Uint32Array(length)
    unknown.set(this.#unknown)
    this.#unknown = unknown
  }

  *counted(): Generator<CountedPosts> {
    for (let key = 0; key < this.#posts.length; key++) {
      const posts = this.#posts[key] ?? 0
      if (posts > 0) yield { key, posts, sum: this.#sums[key] ?? 0, unknown: this.#unknown?.[key] ?? 0 }
    }
    for (const [key, counts] of this.#others) yield { key, ...counts }
  }

  /**
   * The first keys by number of posts, then sum, or by sum, then number of posts, both descending; then by key ascending. `isReversed`: the first
   * criterion ascends, and the others stay. By sum, keys without a known number come last.
   */
  top(size: number, order: 'posts' | 'sum', isReversed = false): CountedPosts[] {
    const measure = order === 'posts' ? this.#posts : this.#sums
    const compare = comparison(order, isReversed)
    const top: CountedPosts[] = []
    let last = isReversed ? Number.POSITIVE_INFINITY : 0
    for (let key = 0; key < this.#posts.length; key++) {
      const posts = this.#posts[key] ?? 0
      const own = measure[key] ?? 0
      if (posts === 0 || (isReversed ? own > last : own < last)) continue
      insert(top, { key, posts, sum: this.#sums[key] ?? 0, unknown: this.#unknown?.[key] ?? 0 }, size, compare)
      const lowest = top.at(-1)
      if (top.length === size && lowest !== undefined && !(isReversed && isUnknown(lowest))) last = lowest[order]
    }
    for (const [key, counts] of this.#others) insert(top, { key, ...counts }, size, compare)
    return top
  }
}

const isUnknown = ({ posts, unknown }: CountedPosts): boolean => posts === unknown

type Comparison = (a: CountedPosts, b: CountedPosts) => number

const comparison = (order: 'posts' | 'sum', isReversed: boolean): Comparison => {
  const sign = isReversed ? -1 : 1
  if (order === 'posts') return (a, b) => sign * (b.posts - a.posts) || b.sum - a.sum || a.key - b.key
  return (a, b) =>
    Number(isUnknown(a)) - Number(isUnknown(b)) || sign * (b.sum - a.sum) || b.posts - a.posts || a.key - b.key
}

const insert = (top: CountedPosts[], entry: CountedPosts, size: number, compare: Comparison): void => {
  const at = top.findLastIndex((other) => compare(other, entry) <= 0) + 1
  if (at >= size) return
  top.splice(at, 0, entry)
  if (top.length > size) top.pop()
}
