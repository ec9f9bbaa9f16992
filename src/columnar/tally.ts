/** How many posts, with how many plays together, something has. */
export type Counted = { readonly key: number; readonly posts: number; readonly plays: number }

/** Keys below this are counted in arrays. Rows of tables are dense, so others are rare. */
const mostDense = 2 ** 22
const leastLength = 4_096

/** Counts posts and their plays by a key, such as the row of the creator. */
export class Tally {
  #posts = new Uint32Array(leastLength)
  #plays = new Float64Array(leastLength)
  readonly #others = new Map<number, { posts: number; plays: number }>()

  /** Counts posts by their keys, one of each; a post with key NaN has none. Unknown plays (NaN) add nothing. */
  addAll(keys: Float64Array, plays: Float64Array): void {
    let largest = 0
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key > largest) largest = key
    }
    this.#makeRoom(largest)
    const [postsOf, playsOf] = [this.#posts, this.#plays]
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? Number.NaN
      const own = plays[at] ?? Number.NaN
      const known = Number.isNaN(own) ? 0 : own
      if (key >= 0 && key < postsOf.length) {
        postsOf[key] = (postsOf[key] ?? 0) + 1
        playsOf[key] = (playsOf[key] ?? 0) + known
      } else if (!Number.isNaN(key)) this.#addOther(key, 1, known)
    }
  }

  add(key: number, posts: number, plays: number): void {
    this.#makeRoom(key)
    if (key < this.#posts.length) {
      this.#posts[key] = (this.#posts[key] ?? 0) + posts
      this.#plays[key] = (this.#plays[key] ?? 0) + plays
    } else this.#addOther(key, posts, plays)
  }

  #addOther(key: number, posts: number, plays: number): void {
    const other = this.#others.get(key) ?? { posts: 0, plays: 0 }
    other.posts += posts
    other.plays += plays
    this.#others.set(key, other)
  }

  #makeRoom(key: number): void {
    if (key < this.#posts.length || this.#posts.length === mostDense) return
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
