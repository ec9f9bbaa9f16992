import type { ReadBlock } from './read-blocks.ts'

/** Reads one posting list, block by block. */
export class ListCursor {
  readonly list: number
  readonly weight: number
  /** The current block: the keys of its postings, and the fields of each. */
  keys: readonly number[] = []
  fields: readonly number[] = []
  /** Index of the current posting. Behind the last one, either the next block is needed or the list has ended. */
  at = 0
  isLast = false
  /** Where the next block to read begins. */
  from = 0

  constructor(list: number, weight: number) {
    this.list = list
    this.weight = weight
  }

  take({ keys, fields, isLast }: ReadBlock): void {
    this.keys = keys
    this.fields = fields
    this.isLast = isLast
    this.at = 0
  }
}

/**
 * Advances lists to a key and returns the nearest posting that has a field of `mask`, Infinity at the end of all lists. Lists that need
 * another block are added to `wanting`; as long as there is one, the result is only a lower bound.
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
      // After everything read, even where the last postings are in other fields.
      cursor.from = Math.max(target, (keys[length - 1] ?? -1) + 1)
      wanting.push(cursor)
      nearest = target
    }
  }
  return nearest
}
