import { bytesOfPlace, placesOfPiece, writePlace } from '../search/lists.ts'

/** Unfinished pieces are held until they are full, but no more bytes than this of all words together. */
const mostHeld = 96 * 2 ** 20

type Keep = (word: number, last: number, data: Uint8Array) => void

const chunkBits = 20
const chunkBytes = 2 ** chunkBits
const smallest = 16
/** Instead of a size: the word has no block. */
const none = 255

/**
 * The last piece of each list while it grows. Hundreds of thousands of words have a few bytes each, so their bytes stand in common chunks,
 * in blocks of 16, 32, 64 … bytes: a list that outgrows its block moves to one of twice the size, and the old one is used again.
 */
export class UnfinishedLists {
  readonly #keep: Keep
  readonly #chunks: Uint8Array[] = []
  #used = chunkBytes
  /** Blocks that are free, by size. */
  readonly #free: number[][] = []
  #held = 0
  #count = 0
  /** For each word: where its block begins, its size as a power of two over the smallest, bytes and places in it, the last key and all places ever. */
  #blocks = new Uint32Array(1024)
  #sizes = new Uint8Array(1024)
  #ends = new Uint16Array(1024)
  #places = new Uint16Array(1024)
  #last = new Float64Array(1024)
  #things = new Uint32Array(1024)

  constructor(keep: Keep) {
    this.#keep = keep
  }

  /** A new word, by number from 1. */
  begin(): number {
    const word = ++this.#count
    if (word === this.#blocks.length) this.#widen()
    this.#sizes[word] = none
    return word
  }

  things(word: number): number {
    return this.#things[word] ?? 0
  }

  add(word: number, key: number, fields: number): void {
    if (this.#places[word] === placesOfPiece) this.#take(word, this.#keep)
    if (this.#held > mostHeld) for (let each = 1; each <= this.#count; each += 1) this.#take(each, this.#keep)
    const before = this.#places[word] === 0 ? -1 : (this.#last[word] ?? -1)
    let end = this.#ends[word] ?? 0
    if (end + bytesOfPlace > this.#room(word)) this.#grow(word)
    const block = this.#blocks[word] ?? 0
    const chunk = this.#chunk(block)
    const start = block % chunkBytes
    end = writePlace(chunk, start + end, before, key, fields) - start
    this.#ends[word] = end
    this.#places[word] = (this.#places[word] ?? 0) + 1
    this.#last[word] = key
    this.#things[word] = (this.#things[word] ?? 0) + 1
  }

  finish(keepLast: Keep): void {
    for (let word = 1; word <= this.#count; word += 1) this.#take(word, keepLast)
  }

  /** Hands the piece over and gives its block back. */
  #take(word: number, keep: Keep): void {
    if (this.#places[word] === 0) return
    const block = this.#blocks[word] ?? 0
    const start = block % chunkBytes
    keep(word, this.#last[word] ?? 0, this.#chunk(block).subarray(start, start + (this.#ends[word] ?? 0)))
    this.#release(word)
    this.#sizes[word] = none
    this.#ends[word] = 0
    this.#places[word] = 0
  }

  #room(word: number): number {
    const size = this.#sizes[word] ?? none
    return size === none ? 0 : smallest << size
  }

  #chunk(block: number): Uint8Array {
    const chunk = this.#chunks[Math.floor(block / chunkBytes)]
    if (chunk === undefined) throw new Error('a block stands in a chunk')
    return chunk
  }

  #grow(word: number): void {
    const size = this.#sizes[word] === none ? 0 : (this.#sizes[word] ?? 0) + 1
    const to = this.#allocate(size)
    if (size > 0) {
      const from = this.#blocks[word] ?? 0
      const start = from % chunkBytes
      this.#chunk(to).set(this.#chunk(from).subarray(start, start + (this.#ends[word] ?? 0)), to % chunkBytes)
      this.#release(word)
    }
    this.#blocks[word] = to
    this.#sizes[word] = size
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

  #release(word: number): void {
    const size = this.#sizes[word] ?? none
    if (size === none) return
    this.#held -= smallest << size
    this.#free[size] ??= []
    this.#free[size].push(this.#blocks[word] ?? 0)
  }

  #widen(): void {
    const length = this.#blocks.length * 2
    const wider = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    this.#blocks = wider(new Uint32Array(length), this.#blocks)
    this.#sizes = wider(new Uint8Array(length), this.#sizes)
    this.#ends = wider(new Uint16Array(length), this.#ends)
    this.#places = wider(new Uint16Array(length), this.#places)
    this.#last = wider(new Float64Array(length), this.#last)
    this.#things = wider(new Uint32Array(length), this.#things)
  }
}
