import { withCapacity } from '../../engines/search/growable-arrays.ts'
import { bytesOfPosting, postingsOfBlock, writePosting } from '../../engines/search/lists.ts'
import { ByteBuffer } from '../tables/byte-buffer.ts'

type Keep = (list: number, last: number, data: Uint8Array) => void

/** Memory per block besides its bytes. */
const bytesBeside = 23

/** The last, growing block of each list. */
export class UnfinishedLists {
  readonly #keep: Keep
  readonly #mostHeld: number
  /** Block number plus one per list, or 0: most lists of most words get only one posting. */
  #blockOf = new Uint32Array(1024)
  readonly #bytes = new ByteBuffer()
  #count = 0
  /** Per block: its list, number of postings, and last key. */
  #lists = new Uint32Array(1024)
  #places = new Uint16Array(1024)
  #last = new Float64Array(1024)

  /** Whether unfinished blocks had to be written; the last block of a list may be among them. */
  wasFull = false

  /** Unfinished blocks are held until they are full, within `mostHeld` bytes for all lists. */
  constructor(keep: Keep, mostHeld: number) {
    this.#keep = keep
    this.#mostHeld = mostHeld
  }

  /** List numbers are small and may be reused after `finish`. */
  add(list: number, key: number, fields: number): void {
    if (this.#bytes.held + this.#count * bytesBeside > this.#mostHeld) {
      this.finish(this.#keep)
      this.wasFull = true
    }
    const block = this.#blockFor(list)
    let places = this.#places[block] ?? 0
    if (places === postingsOfBlock) {
      this.#keep(list, this.#last[block] ?? 0, this.#bytes.take(block))
      places = 0
    }
    const start = this.#bytes.reserve(block, bytesOfPosting)
    const before = places === 0 ? -1 : (this.#last[block] ?? -1)
    this.#bytes.commit(block, start, writePosting(this.#bytes.chunkOf(block), start, before, key, fields))
    this.#places[block] = places + 1
    this.#last[block] = key
  }

  /** Writes all held blocks in list order. */
  finish(keep: Keep): void {
    for (const list of this.#lists.slice(0, this.#count).sort()) {
      const block = (this.#blockOf[list] ?? 0) - 1
      keep(list, this.#last[block] ?? 0, this.#bytes.take(block))
      this.#blockOf[list] = 0
    }
    this.#count = 0
    this.#bytes.clear()
  }

  #blockFor(list: number): number {
    this.#blockOf = withCapacity(this.#blockOf, list + 1)
    const known = (this.#blockOf[list] ?? 0) - 1
    if (known >= 0) return known
    const block = this.#count++
    this.#lists = withCapacity(this.#lists, this.#count)
    this.#places = withCapacity(this.#places, this.#count)
    this.#last = withCapacity(this.#last, this.#count)
    this.#blockOf[list] = block + 1
    this.#lists[block] = list
    this.#places[block] = 0
    return block
  }
}
