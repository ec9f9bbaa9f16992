import { LRUCache } from 'lru-cache'
import { readPostings } from './lists.ts'
import { ask, type ListBlock, type Steps } from './store.ts'

/** A decoded block, valid for requests from one key to another of its list. */
export type ReadBlock = {
  /** Identifies this block, whenever it is read. */
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
/** Most blocks kept of one list. */
const mostOfList = 8
/** Weight of a block in addition to its postings. */
const weightOfBlock = 24

/**
 * LRU cache of decoded blocks, a few megabytes. The stages of a search share lists, and so do different searches: a few words make up most
 * queries.
 */
export class ReadBlocks {
  readonly #lists = new LRUCache<number, readonly ReadBlock[]>({
    maxSize: mostPlaces,
    sizeCalculation: (blocks) => blocks.reduce((sum, { keys }) => sum + keys.length, blocks.length * weightOfBlock)
  })

  #find(list: number, from: number): ReadBlock | undefined {
    return this.#lists.get(list)?.find((block) => from >= block.from && from <= block.to)
  }

  /** For each request, the block with the first posting at or after a key. One store call for all missing blocks. */
  *of(wanted: readonly WantedBlock[]): Steps<ReadBlock[]> {
    const blocks = wanted.map(({ list, from }) => this.#find(list, from))
    const missing = wanted.filter((_, index) => blocks[index] === undefined).map(({ list, from }) => ({ list, from }))
    const read = missing.length === 0 ? [] : yield* ask((store) => store.blocks(missing))
    let next = 0
    return wanted.map(({ list, from }, index) => blocks[index] ?? this.#keep(list, from, read[next++] ?? null))
  }

  #keep(list: number, from: number, block: ListBlock | null): ReadBlock {
    const { keys, fields } = readPostings(block?.data ?? new Uint8Array())
    const isLast = block?.isLast ?? true
    const to = isLast ? Number.POSITIVE_INFINITY : (keys.at(-1) ?? from)
    const read = { name: `${list} ${to}`, keys, fields, isLast, from: Math.min(from, keys[0] ?? from), to }
    const others = (this.#lists.get(list) ?? []).filter(({ to }) => to !== read.to)
    this.#lists.set(list, [read, ...others].slice(0, mostOfList))
    return read
  }
}
