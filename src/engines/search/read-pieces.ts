import { LRUCache } from 'lru-cache'
import { readPostings } from './lists.ts'
import { ask, type ListPiece, type Steps } from './store.ts'

/** A decoded piece, valid for requests from one key to another of its list. */
export type ReadPiece = {
  /** Identifies this piece, whenever it is read. */
  name: string
  keys: readonly number[]
  fields: readonly number[]
  isLast: boolean
  from: number
  /** Infinity at the end of the list. */
  to: number
}

type WantedBlock = { list: number; from: number }

const mostPlaces = 2 ** 18
/** Most pieces kept of one list. */
const mostOfList = 8
/** Weight of a piece in addition to its postings. */
const weightOfPiece = 24

/**
 * LRU cache of decoded pieces, a few megabytes. The stages of a search share lists, and so do different searches: a few words make up most
 * queries.
 */
export class ReadPieces {
  readonly #lists = new LRUCache<number, readonly ReadPiece[]>({
    maxSize: mostPlaces,
    sizeCalculation: (pieces) => pieces.reduce((sum, { keys }) => sum + keys.length, pieces.length * weightOfPiece)
  })

  #find(list: number, from: number): ReadPiece | undefined {
    return this.#lists.get(list)?.find((piece) => from >= piece.from && from <= piece.to)
  }

  /** For each request, the piece with the first posting at or after a key. One store call for all missing pieces. */
  *of(wanted: readonly WantedBlock[]): Steps<ReadPiece[]> {
    const pieces = wanted.map(({ list, from }) => this.#find(list, from))
    const missing = wanted.filter((_, index) => pieces[index] === undefined).map(({ list, from }) => ({ list, from }))
    const read = missing.length === 0 ? [] : yield* ask((store) => store.pieces(missing))
    let next = 0
    return wanted.map(({ list, from }, index) => pieces[index] ?? this.#keep(list, from, read[next++] ?? null))
  }

  #keep(list: number, from: number, piece: ListPiece | null): ReadPiece {
    const { keys, fields } = readPostings(piece?.data ?? new Uint8Array())
    const isLast = piece?.isLast ?? true
    const to = isLast ? Number.POSITIVE_INFINITY : (keys.at(-1) ?? from)
    const read = { name: `${list} ${to}`, keys, fields, isLast, from: Math.min(from, keys[0] ?? from), to }
    const others = (this.#lists.get(list) ?? []).filter(({ to }) => to !== read.to)
    this.#lists.set(list, [read, ...others].slice(0, mostOfList))
    return read
  }
}
