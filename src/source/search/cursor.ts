import { PieceReader } from './lists.ts'
import type { Piece } from './store.ts'

/** Goes along one list, piece by piece. */
export class ListCursor {
  readonly list: number
  readonly weight: number
  /** The place it stands at; Infinity at the end of the list. */
  key = -1
  fields = 0
  /** Where the piece that it wants begins. */
  from = 0
  readonly #mask: number
  #piece: PieceReader | null = null
  #isLast = false

  /** Places that have none of the fields of `mask` are passed over. */
  constructor(list: number, weight: number, mask: number) {
    this.list = list
    this.weight = weight
    this.#mask = mask
  }

  /** Goes on to the first place at or behind a key; false: another piece is wanted for that. */
  seek(key: number): boolean {
    if (this.key >= key) return true
    const piece = this.#piece
    if (piece?.seek(key, this.#mask)) {
      this.key = piece.key
      this.fields = piece.fields & this.#mask
      return true
    }
    if (this.#isLast) {
      this.key = Number.POSITIVE_INFINITY
      return true
    }
    // Behind all that was read, though the places there may have been of other fields.
    this.from = piece === null ? key : Math.max(key, piece.key + 1)
    return false
  }

  take(piece: Piece | null): void {
    this.#piece = piece === null ? null : new PieceReader(piece.data)
    this.#isLast = piece === null || piece.isLast
  }
}
