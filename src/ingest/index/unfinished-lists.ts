import { withCapacity } from '../../engines/search/growable-arrays.ts'
import { bytesOfPosting, postingsOfPiece, writePosting } from '../../engines/search/lists.ts'
import { GrowingBytes } from '../tables/byte-buffer.ts'

type Keep = (list: number, last: number, data: Uint8Array) => void

/** Memory per piece besides its bytes. */
const bytesBeside = 23

/** The last, growing piece of each list. */
export class UnfinishedLists {
  readonly #keep: Keep
  readonly #mostHeld: number
  /** Piece number plus one per list, or 0: most lists of most words get only one posting. */
  #pieceOf = new Uint32Array(1024)
  readonly #bytes = new GrowingBytes()
  #count = 0
  /** Per piece: its list, number of postings, and last key. */
  #lists = new Uint32Array(1024)
  #places = new Uint16Array(1024)
  #last = new Float64Array(1024)

  /** Whether unfinished pieces had to be written; the last piece of a list may be among them. */
  wasFull = false

  /** Unfinished pieces are held until they are full, within `mostHeld` bytes for all lists. */
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
    const piece = this.#pieceFor(list)
    let places = this.#places[piece] ?? 0
    if (places === postingsOfPiece) {
      this.#keep(list, this.#last[piece] ?? 0, this.#bytes.take(piece))
      places = 0
    }
    const start = this.#bytes.reserve(piece, bytesOfPosting)
    const before = places === 0 ? -1 : (this.#last[piece] ?? -1)
    this.#bytes.commit(piece, start, writePosting(this.#bytes.chunkOf(piece), start, before, key, fields))
    this.#places[piece] = places + 1
    this.#last[piece] = key
  }

  /** Writes all held pieces in list order. */
  finish(keep: Keep): void {
    for (const list of this.#lists.slice(0, this.#count).sort()) {
      const piece = (this.#pieceOf[list] ?? 0) - 1
      keep(list, this.#last[piece] ?? 0, this.#bytes.take(piece))
      this.#pieceOf[list] = 0
    }
    this.#count = 0
    this.#bytes.clear()
  }

  #pieceFor(list: number): number {
    this.#pieceOf = withCapacity(this.#pieceOf, list + 1)
    const known = (this.#pieceOf[list] ?? 0) - 1
    if (known >= 0) return known
    const piece = this.#count++
    this.#lists = withCapacity(this.#lists, this.#count)
    this.#places = withCapacity(this.#places, this.#count)
    this.#last = withCapacity(this.#last, this.#count)
    this.#pieceOf[list] = piece + 1
    this.#lists[piece] = list
    this.#places[piece] = 0
    return piece
  }
}
