import { withCapacity } from './growable-arrays.ts'
import type { PostingList } from './lists.ts'

/**
 * Changes of lists in compact form, document by document. Each says which fields of the document with a key contain the word of a list, or
 * none where the document leaves the list. A list has one per key, or two where one document left a key before another got it.
 */
export class Postings {
  count = 0
  /** List and fields of each posting. */
  #entries = new Uint32Array(1024)
  /** In order of insertion: keys, and where the postings of each begin. */
  #keys = new Float64Array(1024)
  #starts = new Uint32Array(1024)
  #documents = 0
  /** All lists are lower. */
  #endOfLists = 0

  /** Documents are added one after the other. */
  add(list: number, key: number, fields: number): void {
    if (list >= mostLists) throw new RangeError('a list is beyond what postings tell apart')
    if (list >= this.#endOfLists) this.#endOfLists = list + 1
    if (this.#keys[this.#documents - 1] !== key || this.#documents === 0) this.#begin(key)
    const at = this.count++
    if (at === this.#entries.length) this.#entries = withCapacity(this.#entries, this.count)
    this.#entries[at] = (list << bitsOfFields) | fields
  }

  #begin(key: number): void {
    const at = this.#documents++
    this.#keys = withCapacity(this.#keys, at + 1)
    this.#starts = withCapacity(this.#starts, at + 1)
    this.#keys[at] = key
    this.#starts[at] = this.count
  }

  /** The changes of each list, in order of keys. They are sorted some lists at a time, within little memory. */
  *lists(): Generator<{ list: number; changes: PostingList }> {
    const order = this.#order()
    const keys = Float64Array.from(order, (document) => this.#keys[document] ?? 0)
    // Few changes of an index with many words need no array by list.
    if (this.count * listsOfPosting < this.#endOfLists) {
      yield* this.#fewLists(order)
      return
    }
    const starts = this.#startsOfLists()
    const startOf = (list: number) => starts[list] ?? 0
    for (let from = 0, to = 0; from < this.#endOfLists; from = to) {
      to = from + 1
      while (to < this.#endOfLists && startOf(to + 1) - startOf(from) <= sortedAtOnce) to += 1
      const sorted = this.#sorted(order, starts.slice(from, to + 1), from)
      for (let list = from; list < to; list += 1) {
        const [first, end] = [startOf(list) - startOf(from), startOf(list + 1) - startOf(from)]
        if (end === first) continue
        const changes: PostingList = { keys: [], fields: [] }
        for (let at = first; at < end; at += 1) {
          const entry = sorted[at] ?? 0
          changes.keys.push(keys[entry >>> bitsOfFields] ?? 0)
          changes.fields.push(entry & anyFields)
        }
        yield { list, changes }
      }
    }
  }

  *#fewLists(order: Uint32Array): Generator<{ list: number; changes: PostingList }> {
    const lists = new Map<number, PostingList>()
    for (const document of order) {
      for (let at = this.#starts[document] ?? 0; at < this.#endOf(document); at += 1) {
        const entry = this.#entries[at] ?? 0
        const list = entry >>> bitsOfFields
        const changes = lists.get(list) ?? { keys: [], fields: [] }
        lists.set(list, changes)
        changes.keys.push(this.#keys[document] ?? 0)
        changes.fields.push(entry & anyFields)
      }
    }
    for (const [list, changes] of [...lists].sort(([a], [b]) => a - b)) yield { list, changes }
  }

  /** The number of postings up to the last one of a document. */
  #endOf(document: number): number {
    return document + 1 === this.#documents ? this.count : (this.#starts[document + 1] ?? 0)
  }

  /** Documents by key; those of one key in order of insertion. */
  #order(): Uint32Array {
    const keys = this.#keys
    const order = Uint32Array.from({ length: this.#documents }, (_, at) => at)
    return order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  }

  /** For each list, the number of postings of all lists before it. */
  #startsOfLists(): Uint32Array {
    const starts = new Uint32Array(this.#endOfLists + 1)
    for (let at = 0; at < this.count; at += 1) {
      const next = ((this.#entries[at] ?? 0) >>> bitsOfFields) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    for (let list = 1; list < starts.length; list += 1) starts[list] = (starts[list] ?? 0) + (starts[list - 1] ?? 0)
    return starts
  }

  /** Counting sort of the lists from one on, each entry with the place of its document in the order. Overwrites `starts`. */
  #sorted(order: Uint32Array, starts: Uint32Array, from: number): Uint32Array {
    const entries = this.#entries
    const lists = starts.length - 1
    const before = starts[0] ?? 0
    const sorted = new Uint32Array((starts[lists] ?? 0) - before)
    for (let place = 0; place < order.length; place += 1) {
      const document = order[place] ?? 0
      const end = this.#endOf(document)
      for (let at = this.#starts[document] ?? 0; at < end; at += 1) {
        const entry = entries[at] ?? 0
        const list = (entry >>> bitsOfFields) - from
        if (list < 0 || list >= lists) continue
        const to = starts[list] ?? 0
        starts[list] = to + 1
        sorted[to - before] = (place << bitsOfFields) | (entry & anyFields)
      }
    }
    return sorted
  }
}

const bitsOfFields = 6
const anyFields = 2 ** bitsOfFields - 1
/** List and fields fit 32 bits. */
const mostLists = 2 ** (32 - bitsOfFields)
const sortedAtOnce = 2 ** 20
/** Lists of an array that cost less than sorting one posting by a map. */
const listsOfPosting = 16
