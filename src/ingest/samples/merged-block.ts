import { decodeSamples, eachThing, encodeSamples, packThings } from '../../history/encoding.ts'
import { mergeSamples, type Sample } from '../../history/samples.ts'
import { bytesOfNumber, NumberReader, writeNumber } from '../../search/numbers.ts'

const nothing = new Uint8Array(0)

/** New samples of a thing as bytes, in the order in which they came: an array for each of millions would take ten times as much memory. */
export class NewSamples {
  /** What came before was removed. */
  replaces = false
  /** The only piece, as for nearly all things. */
  #only: Uint8Array | null = null
  /** Several pieces, each behind its length. */
  #packed = nothing
  #end = 0

  /** Adds encoded samples; none mean that what came before was removed. */
  add(piece: Uint8Array): void {
    if (piece.length === 0) {
      this.replaces = true
      this.#only = null
      this.#end = 0
    } else if (this.#only === null && this.#end === 0) {
      // A view would keep a whole batch in memory.
      this.#only = piece.slice()
    } else {
      if (this.#only !== null) this.#pack(this.#only)
      this.#only = null
      this.#pack(piece)
    }
  }

  *pieces(): Generator<Uint8Array> {
    if (this.#only !== null) yield this.#only
    const packed = new NumberReader(this.#packed.subarray(0, this.#end))
    while (!packed.isAtEnd) yield packed.bytes(packed.next())
  }

  #pack(piece: Uint8Array): void {
    const most = this.#end + bytesOfNumber + piece.length
    if (most > this.#packed.length) {
      const larger = new Uint8Array(2 * most)
      larger.set(this.#packed.subarray(0, this.#end))
      this.#packed = larger
    }
    const start = writeNumber(this.#packed, this.#end, piece.length)
    this.#packed.set(piece, start)
    this.#end = start + piece.length
  }
}

/** Adds encoded samples of a thing to those of its block. */
export const addPiece = (things: Map<number, NewSamples>, thing: number, piece: Uint8Array): void => {
  let added = things.get(thing)
  if (added === undefined) {
    added = new NewSamples()
    things.set(thing, added)
  }
  added.add(piece)
}

/** A block with new samples of its things, `before` itself when nothing changes, and null when nothing is left. */
export const mergedBlock = (
  before: Uint8Array | null,
  added: ReadonlyMap<number, NewSamples>,
  fields: number
): Uint8Array | null => {
  const things = new Map<number, Uint8Array>()
  if (before !== null) eachThing(before, (thing, samples) => things.set(thing, samples))
  let isChanged = false
  for (const [thing, samples] of added) {
    const own = things.get(thing) ?? null
    const merged = mergedPieces(samples.replaces ? null : own, samples, fields)
    if (merged === null ? own === null : own !== null && Buffer.compare(own, merged) === 0) continue
    isChanged = true
    if (merged === null) things.delete(thing)
    else things.set(thing, merged)
  }
  if (!isChanged) return before
  return things.size === 0 ? null : packThings([...things].sort(([a], [b]) => a - b))
}

/** Most things have one piece, and a file that is imported again has what is there: both stay as they are encoded. */
const mergedPieces = (own: Uint8Array | null, added: NewSamples, fields: number): Uint8Array | null => {
  let first = own
  let all: Sample[] | null = null
  for (const piece of added.pieces()) {
    if (first === null) {
      first = piece
      continue
    }
    if (all === null && Buffer.compare(first, piece) === 0) continue
    all ??= decodeSamples(first, fields)
    for (const sample of decodeSamples(piece, fields)) all.push(sample)
  }
  return all === null ? first : encodeSamples(mergeSamples(all), fields)
}
