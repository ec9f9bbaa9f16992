import { bytesOfPlace, placesOfPiece, writePlace } from '../search/lists.ts'
import { GrowingBytes } from './growing-bytes.ts'

type Keep = (list: number, last: number, data: Uint8Array) => void

/** The last piece of each list while it grows. */
export class UnfinishedLists {
  readonly #keep: Keep
  readonly #mostHeld: number
  #bytes = new GrowingBytes()
  /** For each list: how many places its piece has, and the last key. */
  #places = new Uint16Array(1024)
  #last = new Float64Array(1024)

  /** Unfinished pieces are held until they are full, but no more than so many bytes of all lists together. */
  constructor(keep: Keep, mostHeld = 16 * 2 ** 20) {
    this.#keep = keep
    this.#mostHeld = mostHeld
  }

  /** Lists are known by small numbers. */
  add(list: number, key: number, fields: number): void {
    while (list >= this.#places.length) this.#widen()
    let places = this.#places[list] ?? 0
    if (places === placesOfPiece) {
      this.#take(list, this.#keep)
      places = 0
    }
    if (this.#bytes.held > this.#mostHeld) {
      this.#takeAll(this.#keep)
      places = 0
    }
    const start = this.#bytes.reserve(list, bytesOfPlace)
    const end = writePlace(this.#bytes.chunkOf(list), start, places === 0 ? -1 : (this.#last[list] ?? -1), key, fields)
    this.#bytes.commit(list, start, end)
    this.#places[list] = places + 1
    this.#last[list] = key
  }

  finish(keepLast: Keep): void {
    this.#takeAll(keepLast)
    this.#bytes = new GrowingBytes()
  }

  #takeAll(keep: Keep): void {
    for (let list = 0; list < this.#bytes.count; list += 1) this.#take(list, keep)
  }

  /** Hands the piece over and gives its bytes back. */
  #take(list: number, keep: Keep): void {
    if (this.#places[list] === 0) return
    keep(list, this.#last[list] ?? 0, this.#bytes.take(list))
    this.#places[list] = 0
  }

  #widen(): void {
    const places = new Uint16Array(this.#places.length * 2)
    places.set(this.#places)
    this.#places = places
    const last = new Float64Array(this.#last.length * 2)
    last.set(this.#last)
    this.#last = last
  }
}
