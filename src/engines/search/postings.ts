/**
 * Changes of lists in compact form. Each says which fields of the document with a key contain the word of a list, or none where the
 * document leaves the list. There is at most one per list and key.
 */
export class Postings {
  #entries = new Float64Array(1024)
  #count = 0
  /** Keys by their index in the entries: in insertion order first, ascending after sorting. */
  #keys: number[] = []

  get count(): number {
    return this.#count
  }

  /** Documents are added one after the other, and each has few keys. */
  add(list: number, key: number, fields: number): void {
    // Small enough to fit one number with list and fields.
    let at = this.#keys.length - 1
    const oldest = Math.max(0, at - 1)
    while (at >= oldest && this.#keys[at] !== key) at -= 1
    if (at < oldest) at = this.#keys.push(key) - 1
    if (at >= mostKeys || list >= mostLists) throw new RangeError('a list or a key is beyond what postings tell apart')
    if (this.#count === this.#entries.length) {
      const wider = new Float64Array(this.#entries.length * 2)
      wider.set(this.#entries)
      this.#entries = wider
    }
    this.#entries[this.#count++] = entryOf(list, at, fields)
  }

  /** Whether there is capacity for this many more keys. */
  hasCapacity(keys: number): boolean {
    return this.#keys.length + keys <= mostKeys
  }

  /** Sorts entries by list, then by key. */
  sort(): void {
    const order = Float64Array.from(new Set(this.#keys)).sort()
    const places = new Map<number, number>()
    for (const [place, key] of order.entries()) places.set(key, place)
    const entries = this.#entries.subarray(0, this.#count)
    for (let at = 0; at < entries.length; at += 1) {
      const place = places.get(this.keyAt(at)) ?? 0
      entries[at] = entryOf(this.listAt(at), place, this.fieldsAt(at))
    }
    // Sorting numbers is many times faster than sorting any other form of a list and a key.
    entries.sort()
    this.#keys = [...order]
  }

  listAt(at: number): number {
    return Math.floor((this.#entries[at] ?? 0) / (mostKeys * mostFields))
  }

  keyAt(at: number): number {
    return this.#keys[Math.floor((this.#entries[at] ?? 0) / mostFields) % mostKeys] ?? 0
  }

  fieldsAt(at: number): number {
    return (this.#entries[at] ?? 0) % mostFields
  }
}

/** Together they fit a safe integer. */
const mostFields = 2 ** 6
const mostKeys = 2 ** 20
const mostLists = 2 ** 27

const entryOf = (list: number, key: number, fields: number): number => (list * mostKeys + key) * mostFields + fields
