/** Reads a stream of chunks by size. The result of a call is valid until the next call. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Some bytes, at most `most`; null at the end. */
  async next(most = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return null
      this.#rest = next.value
    }
    const bytes = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(bytes.length)
    return bytes
  }

  /** `size` bytes; fewer only at the end. */
  async take(size: number): Promise<Buffer> {
    if (this.#rest.length >= size) return (await this.next(size)) ?? Buffer.alloc(0)
    const parts: Buffer[] = []
    let missing = size
    while (missing > 0) {
      const part = await this.next(missing)
      if (part === null) break
      parts.push(Buffer.from(part))
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Puts bytes back, to be read again. */
  unread(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest])
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
