import { groupSize } from './column-store.ts'
import type { Chunk } from './decoded-chunks.ts'
import { type ListChunk, type NumberChunk, ofConstant, type TextChunk } from './decoded-chunks.ts'

const noNumbers = ofConstant(0, Number.NaN)
const noLists: ListChunk = {
  rows: 0,
  keys: new Uint32Array(),
  starts: Uint32Array.of(0),
  rowsOf: new Uint16Array()
}
const noTexts: TextChunk = {
  rows: 0,
  places: new Uint16Array(),
  starts: Uint32Array.of(0),
  bytes: new Uint8Array()
}

/** The chunks of a row group that a scan reads, by the slots of their columns. */
export class RowGroup {
  readonly number: number
  /** Row number, in the table, of row 0 of this group. */
  readonly first: number
  readonly #chunks: readonly (Chunk | null)[]

  constructor(number: number, chunks: readonly (Chunk | null)[]) {
    this.number = number
    this.first = number * groupSize
    this.#chunks = chunks
  }

  // The column of a slot determines the kind of its chunk.
  numbers(slot: number): NumberChunk {
    return (this.#chunks[slot] as NumberChunk | null | undefined) ?? noNumbers
  }

  lists(slot: number): ListChunk {
    return (this.#chunks[slot] as ListChunk | null | undefined) ?? noLists
  }

  texts(slot: number): TextChunk {
    return (this.#chunks[slot] as TextChunk | null | undefined) ?? noTexts
  }
}
