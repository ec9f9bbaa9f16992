/** How many posts, with how many plays together, something has. */
export type Counted = { readonly key: number; readonly posts: number; readonly plays: number }

/** Keys below this are counted in arrays; rows of tables are dense, so others are rare. */
const mostDense = 2 ** 22
const leastLength = 4_096

/** Counts posts and their plays by a key, such as the row of the creator. */
export class Tally {
  #posts = new Uint32Array(leastLength)
  #plays = new Float64Array(leastLength)
  readonly #others = new Map<number, { posts: number; plays: number }>()

  /** Counts a post. Key NaN is unknown and not counted. */
  add(key: number, plays: number): void {
    this.addMany(key, 1, plays)
  }

  addMany(key: number, posts: number, plays: number): void {
    if (key >= this.#posts.length && key < mostDense) this.#grow(key)
    if (key < this.#posts.length && key >= 0) {
      // Within the length of both arrays.
      this.#posts[key] = (this.#posts[key] ?? 0) + posts
      this.#plays[key] = (this.#plays[key] ?? 0) + plays
      return
    }
    if (Number.isNaN(key)) return
    const other = this.#others.get(key) ?? { posts: 0, plays: 0 }
    other.posts += posts
    other.plays += plays
    this.#others.set(key, other)
  }

  #grow(key: number): void {
    const length = Math.min(mostDense, 2 ** Math.ceil(Math.log2(key + 1)))
    const [posts, plays] = [new Uint32Array(length), new Float64Array(length)]
    posts.set(this.#posts)
    plays.set(this.#plays)
    this.#posts = posts
    this.#plays = plays
  }

  *counted(): Generator<Counted> {
    for (let key = 0; key < this.#posts.length; key++) {
      const posts = this.#posts[key] ?? 0
      if (posts > 0) yield { key, posts, plays: this.#plays[key] ?? 0 }
    }
    for (const [key, { posts, plays }] of this.#others) yield { key, posts, plays }
  }

  /** Keys with most posts, then most plays, then the smallest. */
  top(size: number): Counted[] {
    const top: Counted[] = []
    let least = 1
    for (let key = 0; key < this.#posts.length; key++) {
      const posts = this.#posts[key] ?? 0
      if (posts < least) continue
      insert(top, { key, posts, plays: this.#plays[key] ?? 0 }, size)
      if (top.length === size) least = top.at(-1)?.posts ?? 1
    }
    for (const [key, counts] of this.#others) insert(top, { key, ...counts }, size)
    return top
  }
}

const compare = (a: Counted, b: Counted): number => b.posts - a.posts || b.plays - a.plays || a.key - b.key

const insert = (top: Counted[], entry: Counted, size: number): void => {
  const at = top.findLastIndex((other) => compare(other, entry) <= 0) + 1
  if (at >= size) return
  top.splice(at, 0, entry)
  if (top.length > size) top.pop()
}
