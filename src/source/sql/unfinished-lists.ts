import { bytesOfPlace, placesOfPiece, writePlace } from '../search/lists.ts'

type Keep = (list: number, last: number, data: Uint8Array) => void

const chunkBytes = 2 ** 20
const smallest = 16
/** Instead of a size: the list has no block. */
const none = 255

/**
 * The last piece of each list while it grows. Hundreds of thousands of them have a few bytes each, so their bytes stand in common chunks,
 * in blocks of 16, 32, 64 … bytes: a list that outgrows its block moves to one of twice the size, and the old one is used again.
 */
export class UnfinishedLists {
  readonly #keep: Keep
  readonly #mostHeld: number
  readonly #chunks: Uint8Array[] = []
  #used = chunkBytes
  /** Blocks that are free, by size. */
  readonly #free: number[][] = []
  #held = 0
  #highest = 0
  /** For each list: where its block begins, its size as a power of two over the smallest, bytes and places in it, and the last key. */
  #blocks = new Uint32Array(1024)
  #sizes = new Uint8Array(1024).fill(none)
  #ends = new Uint16Array(1024)
  #places = new Uint16Array(1024)
  #last = new Float64Array(1024)

  /** Unfinished pieces are held until they are full, but no more than so many bytes of all lists together. */
  constructor(keep: Keep, mostHeld = 96 * 2 ** 20) {
    this.#keep = keep
    this.#mostHeld = mostHeld
  }

  /** Lists are known by small numbers. */
  add(list: number, key: number, fields: number): void {
    while (list >= this.#blocks.length) this.#widen()
    this.#highest = Math.max(this.#highest, list)
    if (this.#places[list] === placesOfPiece) this.#take(list, this.#keep)
    if (this.#held > this.#mostHeld) for (let each = 0; each <= this.#highest; each += 1) this.#take(each, this.#keep)
    const before = this.#places[list] === 0 ? -1 : (this.#last[list] ?? -1)
    let end = this.#ends[list] ?? 0
    if (end + bytesOfPlace > this.#room(list)) this.#grow(list)
    const block = this.#blocks[list] ?? 0
    const chunk = this.#chunk(block)
    const start = block % chunkBytes
    end = writePlace(chunk, start + end, before, key, fields) - start
    this.#ends[list] = end
    this.#places[list] = (this.#places[list] ?? 0) + 1
    this.#last[list] = key
  }

  finish(keepLast: Keep): void {
    for (let list = 0; list <= this.#highest; list += 1) this.#take(list, keepLast)
  }

  /** Hands the piece over and gives its block back. */
  #take(list: number, keep: Keep): void {
    if (this.#places[list] === 0) return
    const block = this.#blocks[list] ?? 0
    const start = block % chunkBytes
    keep(list, this.#last[list] ?? 0, this.#chunk(block).subarray(start, start + (this.#ends[list] ?? 0)))
    this.#release(list)
    this.#sizes[list] = none
    this.#ends[list] = 0
    this.#places[list] = 0
  }

  #room(list: number): number {
    const size = this.#sizes[list] ?? none
    return size === none ? 0 : smallest << size
  }

  #chunk(block: number): Uint8Array {
    const chunk = this.#chunks[Math.floor(block / chunkBytes)]
    if (chunk === undefined) throw new Error('a block stands in a chunk')
    return chunk
  }

  #grow(list: number): void {
    const size = this.#sizes[list] === none ? 0 : (this.#sizes[list] ?? 0) + 1
    const to = this.#allocate(size)
    if (size > 0) {
      const from = this.#blocks[list] ?? 0
      const start = from % chunkBytes
      this.#chunk(to).set(this.#chunk(from).subarray(start, start + (this.#ends[list] ?? 0)), to % chunkBytes)
      this.#release(list)
    }
    this.#blocks[list] = to
    this.#sizes[list] = size
  }

  #allocate(size: number): number {
    const bytes = smallest << size
    this.#held += bytes
    const free = this.#free[size]?.pop()
    if (free !== undefined) return free
    if (this.#used + bytes > chunkBytes) {
      this.#chunks.push(new Uint8Array(chunkBytes))
      this.#used = 0
    }
    const block = (this.#chunks.length - 1) * chunkBytes + this.#used
    this.#used += bytes
    return block
  }

  #release(list: number): void {
    const size = this.#sizes[list] ?? none
    if (size === none) return
    this.#held -= smallest << size
    this.#free[size] ??= []
    this.#free[size].push(this.#blocks[list] ?? 0)
  }

  #widen(): void {
    const length = this.#blocks.length * 2
    const wider = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    this.#blocks = wider(new Uint32Array(length), this.#blocks)
    this.#sizes = wider(new Uint8Array(length).fill(none), this.#sizes)
    this.#ends = wider(new Uint16Array(length), this.#ends)
    this.#places = wider(new Uint16Array(length), this.#places)
    this.#last = wider(new Float64Array(length), this.#last)
  }
}
