import { decodeValue } from './decode.ts'
import { FileFormats } from './formats/formats.ts'
import type { ValueLocation } from './input/json-frames.ts'
import type { Skipped } from './input/skipped.ts'
import type { Decoded } from './mapping/decoder.ts'
import { type Subject, subjectOfFile } from './mapping/relations.ts'
import type { UserColumns } from './mapping/user-columns.ts'

/** A decoded or skipped element and its location. */
export type ReadElement = {
  /** As named, or found in a folder; `-` is standard input. What is in an archive is named behind it: `feeds.zip › feed.json`. */
  file: string
  /** The file itself, or the archive that it is in. */
  input: string
  /** Location in the file: `line 17`, `collector[3]`; empty for the whole file. */
  at: string
  decoded: Decoded
}

/** The file that a text is in. */
export type ElementOrigin = Pick<ReadElement, 'file' | 'input'> & {
  /** Whose lists are in it, as the user says; its name counts otherwise. */
  readonly of?: Subject | null
  /** What the user says of its columns. */
  readonly columns?: UserColumns | null
}

const batchSize = 200
/** The first values of a file, which are decoded before any of them is given. */
const sampleSize = 1000
const sampleBytes = 8 * 2 ** 20

/** Decodes the values of one file. The first ones are decoded again where later ones show what they mean. */
export class FileDecoder {
  readonly #formats: FileFormats
  readonly #add: (at: string, decoded: Decoded) => void
  readonly #subject: Subject
  #elements: ReadElement[] = []
  /** Adds each of the first values again; null when there are enough. */
  #sample: (() => void)[] | null = []
  #sampledBytes = 0
  /** Whether there was nothing to decode or to skip. */
  isUnused = true

  /** `isTable`: its values are rows, of which all have the same columns. */
  constructor({ file, input, of, columns }: ElementOrigin, isTable = false) {
    this.#formats = new FileFormats(columns, isTable)
    this.#subject = of ?? subjectOfFile(file)
    this.#add = (at, decoded) => void this.#elements.push({ file, input, at, decoded })
  }

  /** `bytes`: approximate size of the value. `isPart`: as in `decodeValue`. */
  decode(value: unknown, location: ValueLocation, bytes: number, isPart = false): void {
    const decoding = { formats: this.#formats, subject: this.#subject, onDecoded: this.#add }
    this.#keep(bytes, () => decodeValue(value, location, isPart, decoding))
  }

  skip(at: string, skipped: Skipped): void {
    this.#keep(0, () => this.#add(at, { kind: 'skipped', skipped }))
  }

  /** Whether there is a batch to give. */
  get hasBatch(): boolean {
    return this.#sample === null && this.#elements.length >= batchSize
  }

  /** All elements that were not given yet. */
  take(): ReadElement[] {
    this.#endSample()
    const elements = this.#elements
    this.#elements = []
    return elements
  }

  #keep(bytes: number, add: () => void): void {
    this.isUnused = false
    add()
    if (this.#sample === null) return
    this.#sample.push(add)
    this.#sampledBytes += bytes
    if (this.#sample.length >= sampleSize || this.#sampledBytes >= sampleBytes) this.#endSample()
  }

  #endSample(): void {
    const sample = this.#sample
    this.#sample = null
    if (sample === null || !this.#formats.needsSecondPass) return
    this.#elements = []
    for (const add of sample) add()
  }
}
