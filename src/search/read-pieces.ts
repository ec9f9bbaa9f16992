import { LRUCache } from 'lru-cache'
import { readPlaces } from './lists.ts'
import { ask, type Piece, type Steps } from './store.ts'

/** A piece with what it says, for whoever asks for a place from one key to another of its list. */
export type ReadPiece = {
  /** Of this piece alone, whenever it was read. */
  name: string
  keys: readonly number[]
  fields: readonly number[]
  isLast: boolean
  from: number
  /** Infinity at the end of the list. */
  to: number
}

type Wanted = { list: number; from: number }

const mostPlaces = 2 ** 18
/** Pieces of one list. */
const mostOfList = 8
/** What a piece weighs beside its places. */
const weightOfPiece = 24

/**
 * Pieces that were read, those first to go that were not asked for longest; some megabytes. The stages of a search go along the same lists, and
 * where these stay as they are, so do others: few words are what most people search for.
 */
export class ReadPieces {
  readonly #lists = new LRUCache<number, readonly ReadPiece[]>({
    maxSize: mostPlaces,
    sizeCalculation: (pieces) => pieces.reduce((sum, { keys }) => sum + keys.length, pieces.length * weightOfPiece)
  })

  #find(list: number, from: number): ReadPiece | undefined {
    return this.#lists.get(list)?.find((piece) => from >= piece.from && from <= piece.to)
  }

  /** For each, the piece that holds the first place at or behind a key. The store is asked once, for those that were not read. */
  *of(wanted: readonly Wanted[]): Steps<ReadPiece[]> {
    const pieces = wanted.map(({ list, from }) => this.#find(list, from))
    const missing = wanted.filter((_, index) => pieces[index] === undefined).map(({ list, from }) => ({ list, from }))
    const read = missing.length === 0 ? [] : yield* ask((store) => store.pieces(missing))
    let next = 0
    return wanted.map(({ list, from }, index) => pieces[index] ?? this.#keep(list, from, read[next++] ?? null))
  }

  #keep(list: number, from: number, piece: Piece | null): ReadPiece {
    const { keys, fields } = readPlaces(piece?.data ?? new Uint8Array())
    const isLast = piece?.isLast ?? true
    const to = isLast ? Number.POSITIVE_INFINITY : (keys.at(-1) ?? from)
    const read = { name: `${list} ${to}`, keys, fields, isLast, from: Math.min(from, keys[0] ?? from), to }
    const others = (this.#lists.get(list) ?? []).filter(({ to }) => to !== read.to)
    this.#lists.set(list, [read, ...others].slice(0, mostOfList))
    return read
  }
}
