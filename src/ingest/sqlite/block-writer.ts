import { encodeThings, type ThingSamples } from '../../history/encoding.ts'
import { countFields, mergeSamples, type Sample, type SampledKind } from '../../history/samples.ts'
import { blockId, blockOf, blockSize } from '../../store/tables/sample-blocks.ts'

/** Collects the samples of rows of one kind, in ascending order, into blocks. */
export class BlockWriter {
  readonly #kind: SampledKind
  readonly #write: (id: number, data: Uint8Array) => void
  #block = 0
  #things: ThingSamples[] = []

  constructor(kind: SampledKind, write: (id: number, data: Uint8Array) => void) {
    this.#kind = kind
    this.#write = write
  }

  add(pk: number, samples: readonly Sample[]): void {
    const block = blockOf(pk)
    if (block < this.#block) throw new RangeError(`samples of ${this.#kind} ${pk} come too late`)
    if (block > this.#block) this.end()
    this.#block = block
    const merged = mergeSamples(samples)
    if (merged.length > 0) this.#things.push({ thing: pk % blockSize, samples: merged })
  }

  /** Writes the last block. */
  end(): void {
    if (this.#things.length > 0) {
      const fields = countFields[this.#kind].length
      this.#write(blockId(this.#kind, this.#block), encodeThings(this.#things, fields))
    }
    this.#things = []
  }
}
