import type { ReadPiece } from './read-pieces.ts'

/** Goes along one list, piece by piece. */
export class ListCursor {
  readonly list: number
  readonly weight: number
  /** The piece at hand: keys of its places, and the fields of each. */
  keys: readonly number[] = []
  fields: readonly number[] = []
  /** At which of its places it stands; behind them all, another piece is wanted, or the list is at its end. */
  at = 0
  isLast = false
  /** Where the piece that it wants begins. */
  from = 0

  constructor(list: number, weight: number) {
    this.list = list
    this.weight = weight
  }

  take({ keys, fields, isLast }: ReadPiece): void {
    this.keys = keys
    this.fields = fields
    this.isLast = isLast
    this.at = 0
  }
}

/**
 * Moves lists on to a key and tells the nearest place of all that has one of the fields of `mask`, Infinity at their end. Lists that must be
 * read on come into `wanting`; as long as there are any, nothing is known to be behind the key.
 */
export const seek = (cursors: readonly ListCursor[], target: number, mask: number, wanting: ListCursor[]): number => {
  let nearest = Number.POSITIVE_INFINITY
  for (const cursor of cursors) {
    const { keys, fields } = cursor
    const { length } = keys
    let { at } = cursor
    while (at + 8 < length && (keys[at + 8] ?? 0) < target) at += 8
    while (at < length && ((keys[at] ?? 0) < target || ((fields[at] ?? 0) & mask) === 0)) at += 1
    cursor.at = at
    if (at < length) nearest = Math.min(nearest, keys[at] ?? 0)
    else if (!cursor.isLast) {
      // After all that was read, though the places there may have been of other fields.
      cursor.from = Math.max(target, (keys[length - 1] ?? -1) + 1)
      wanting.push(cursor)
      nearest = target
    }
  }
  return nearest
}
