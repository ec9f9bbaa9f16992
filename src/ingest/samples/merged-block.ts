import { decodeSamples, eachThing, encodeSamples, packThings } from '../../history/encoding.ts'
import { mergeSamples } from '../../history/samples.ts'

/** New samples of a thing, encoded, in the order in which they came. */
export type NewSamples = { replaces: boolean; readonly pieces: Uint8Array[] }

/** Adds encoded samples; none mean that what came before was removed. */
export const addPiece = (things: Map<number, NewSamples>, thing: number, piece: Uint8Array): void => {
  let added = things.get(thing)
  if (added === undefined) {
    added = { replaces: false, pieces: [] }
    things.set(thing, added)
  }
  if (piece.length > 0) added.pieces.push(piece)
  else {
    added.replaces = true
    added.pieces.length = 0
  }
}

/**
 * A block with new samples of its things, `before` when nothing changes, and null when nothing is left. Most things have one piece, which
 * stays as it is.
 */
export const mergedBlock = (
  before: Uint8Array | null,
  added: ReadonlyMap<number, NewSamples>,
  fields: number
): Uint8Array | null => {
  const things = new Map<number, Uint8Array>()
  if (before !== null) eachThing(before, (thing, samples) => things.set(thing, samples))
  let isChanged = false
  for (const [thing, { replaces, pieces }] of added) {
    const own = things.get(thing)
    const all = own === undefined || replaces ? pieces : [own, ...pieces]
    const merged = all.length > 1 ? mergedPieces(all, fields) : all[0]
    if (merged === undefined ? own === undefined : own !== undefined && Buffer.compare(own, merged) === 0) continue
    isChanged = true
    if (merged === undefined) things.delete(thing)
    else things.set(thing, merged)
  }
  if (!isChanged) return before
  return things.size === 0 ? null : packThings([...things].sort(([a], [b]) => a - b))
}

/** Files that are imported again bring what is there already. */
const mergedPieces = (pieces: readonly Uint8Array[], fields: number): Uint8Array | undefined => {
  const [first] = pieces
  if (first === undefined || pieces.every((piece) => piece === first || Buffer.compare(piece, first) === 0)) {
    return first
  }
  return encodeSamples(mergeSamples(pieces.flatMap((piece) => decodeSamples(piece, fields))), fields)
}
