/** Reads a stream of chunks by sizes. What a call returns is valid until the next one. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Some bytes, at most so many; null at the end. */
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

  /** So many bytes; fewer at the end only. */
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

  /** The bytes are read again. */
  unread(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest])
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
