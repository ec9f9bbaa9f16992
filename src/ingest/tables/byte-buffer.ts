import { withCapacity } from '../../engines/search/growable-arrays.ts'
import { bytesOfNumber, writeNumber } from '../../engines/search/numbers.ts'

const chunkBytes = 2 ** 20
const smallest = 8
/** Marks a list without a block. */
const none = 255
const nothing = new Uint8Array(0)

/**
 * Append-only byte lists with small numbers. Hundreds of thousands of lists have a few bytes each, so they share chunks, in blocks of 8,
 * 16, 32 … bytes: a list that outgrows its block moves to one of twice the size, and the old one is reused. A list has at most one
 * megabyte.
 */
export class ByteBuffer {
  /** Bytes of all used blocks. */
  held = 0
  /** All list numbers are lower. */
  count = 0
  readonly #chunks: Uint8Array[] = []
  /** Bytes used of the last chunk. */
  #used = chunkBytes
  /** Free blocks by size. */
  readonly #free: number[][] = []
  /** Per list: start of its block, log2 of its size, and bytes used. */
  #blocks = new Uint32Array(1024)
  #sizes = new Uint8Array(1024).fill(none)
  #ends = new Uint32Array(1024)

  /** Appends non-negative integers, as `NumberReader` reads them. */
  append(list: number, numbers: readonly number[]): void {
    if (numbers.length === 0) return
    while (list >= this.#blocks.length) this.#widen()
    if (list >= this.count) this.count = list + 1
    const length = this.lengthOf(list)
    while (length + numbers.length * bytesOfNumber > this.#room(list)) this.#grow(list)
    const block = this.#blocks[list] ?? 0
    const chunk = this.#chunk(block)
    const start = block % chunkBytes
    let end = start + length
    for (const number of numbers) end = writeNumber(chunk, end, number)
    this.#ends[list] = end - start
  }

  lengthOf(list: number): number {
    return this.#ends[list] ?? 0
  }

  /** Returns and clears a list. The bytes are overwritten when another list grows. */
  take(list: number): Uint8Array {
    const length = this.lengthOf(list)
    if (length === 0) return nothing
    const block = this.#blocks[list] ?? 0
    const start = block % chunkBytes
    const bytes = this.#chunk(block).subarray(start, start + length)
    this.#release(list)
    this.#sizes[list] = none
    this.#ends[list] = 0
    return bytes
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
    this.held += bytes
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
    this.held -= smallest << size
    this.#free[size] ??= []
    this.#free[size].push(this.#blocks[list] ?? 0)
  }

  #widen(): void {
    const { length } = this.#blocks
    this.#blocks = withCapacity(this.#blocks, length + 1)
    this.#sizes = withCapacity(this.#sizes, length + 1).fill(none, length)
    this.#ends = withCapacity(this.#ends, length + 1)
  }
}
