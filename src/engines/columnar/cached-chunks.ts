import { LRUCache } from 'lru-cache'
import { type Awaitable, andThen, together } from '../../core/awaitable.ts'
import type { Evictable, Memory } from '../../core/memory.ts'
import { decodeLists, decodeNumbers, decodeTexts } from './chunks.ts'
import type { Column, ColumnStore, ColumnTable } from './column-store.ts'
import type { Chunk, ChunkRange } from './decoded-chunks.ts'

/** Ranges of a column by row group; undefined where they are not known. */
export type Ranges = readonly (ChunkRange | undefined)[]

/** Row groups per read. A chunk has at most some tens of kilobytes. */
export const groupsAtOnce = 32

/** Default cache limit outside of a server. */
const defaultMaxBytes = 64 * 2 ** 20
/** Share of the memory of all caches; chunks may also use what other caches leave. */
const shareOfMemory = 1 / 8
/** Size of an entry besides its arrays. */
const entryBytes = 400

type CachedChunksOptions = {
  /** Limit of the cached chunks, if they share no limit with other caches. */
  maxBytes?: number
  /** The caches that share one limit with this one. */
  memory?: Memory | undefined
  /** Identifies the data set; the cache is cleared when it changes. */
  generation?: () => string
}

/**
 * The columns of a store, with decoded chunks cached in memory. The ranges of number chunks, some bytes each, outlast their chunks, so that
 * scans can skip row groups without reading them.
 */
export class CachedChunks implements Evictable {
  readonly store: ColumnStore
  readonly #generation: () => string
  readonly #memory: Memory | undefined
  #keptGeneration: string
  readonly #chunks: LRUCache<number, Chunk>
  readonly #ranges = new Map<string, ChunkRange[]>()
  readonly #columnNumbers = new Map<string, number>()
  /** Changes when the cache is cleared; reads that began before are not cached. */
  #epoch = 0

  constructor(
    store: ColumnStore,
    { maxBytes = defaultMaxBytes, memory, generation = () => '' }: CachedChunksOptions = {}
  ) {
    this.store = store
    this.#generation = generation
    this.#keptGeneration = generation()
    this.#chunks = new LRUCache({ maxSize: memory?.maxBytes ?? maxBytes, sizeCalculation: bytesOf })
    this.#memory = memory
    memory?.add(this, shareOfMemory)
  }

  /** Estimated size of the cached chunks. */
  get bytes(): number {
    return this.#chunks.calculatedSize
  }

  evict(): void {
    this.#chunks.pop()
  }

  /** Clears the cache. For stores whose rows change within a generation. */
  clear(): void {
    this.#epoch += 1
    this.#chunks.clear()
    this.#ranges.clear()
  }

  /** Number of row groups. Every scan begins with it, so it also notices a new generation. */
  groups(table: ColumnTable): Awaitable<number> {
    const generation = this.#generation()
    if (generation !== this.#keptGeneration) this.clear()
    this.#keptGeneration = generation
    return this.store.groups(table)
  }

  /** Known ranges of the number chunks of a column, by row group. The array grows as chunks are read. */
  rangesOf(table: ColumnTable, column: Column): Ranges {
    return this.#rangesOf(nameOf(table, column))
  }

  #rangesOf(name: string): ChunkRange[] {
    const known = this.#ranges.get(name)
    if (known !== undefined) return known
    const ranges: ChunkRange[] = []
    this.#ranges.set(name, ranges)
    return ranges
  }

  /** Chunks of several columns: for each column, those of the given row groups, in ascending order; null where a group has no rows. */
  chunks(
    table: ColumnTable,
    columns: readonly Column[],
    groups: readonly number[]
  ): Awaitable<readonly (readonly (Chunk | null)[])[]> {
    return together<readonly (readonly (Chunk | null)[])[]>(
      columns.map((column) => this.#chunksOf(table, column, groups))
    )
  }

  #chunksOf(table: ColumnTable, column: Column, groups: readonly number[]): Awaitable<readonly (Chunk | null)[]> {
    const first = this.#columnNumber(nameOf(table, column)) * maxGroups
    const chunks: (Chunk | null | undefined)[] = groups.map((group) => this.#chunks.get(first + group))
    const reads: Awaitable<unknown>[] = []
    for (let at = 0; at < groups.length; at++) {
      if (chunks[at] !== undefined) continue
      const start = at
      while (chunks[at + 1] === undefined && groups[at + 1] === (groups[at] ?? 0) + 1) at += 1
      reads.push(
        this.#read(table, column, groups.slice(start, at + 1), (place, chunk) => (chunks[start + place] = chunk))
      )
    }
    const whole = () => chunks.map((chunk) => chunk ?? null)
    return reads.length === 0 ? whole() : andThen(together<readonly unknown[]>(reads), whole)
  }

  /** Reads chunks of consecutive row groups. */
  #read(
    table: ColumnTable,
    column: Column,
    groups: readonly number[],
    put: (place: number, chunk: Chunk | null) => void
  ): Awaitable<void> {
    const epoch = this.#epoch
    // The store may already return another generation, which only the next scan detects.
    const isCurrent = () => epoch === this.#epoch && this.#generation() === this.#keptGeneration
    const mayKeep = isCurrent()
    const [from = 0] = groups
    return andThen(this.store.chunks(table, column, from, from + groups.length), (stored) => {
      const keeps = mayKeep && isCurrent()
      for (const [place, group] of groups.entries()) {
        const given = stored[place] ?? null
        const chunk = given instanceof Uint8Array ? decode(column, given) : given
        put(place, chunk)
        if (chunk !== null && keeps) this.#keep(nameOf(table, column), group, chunk)
      }
      this.#memory?.fit()
    })
  }

  #keep(name: string, group: number, chunk: Chunk): void {
    this.#chunks.set(this.#columnNumber(name) * maxGroups + group, chunk)
    if ('range' in chunk) this.#rangesOf(name)[group] = chunk.range
  }

  #columnNumber(name: string): number {
    const known = this.#columnNumbers.get(name)
    if (known !== undefined) return known
    this.#columnNumbers.set(name, this.#columnNumbers.size)
    return this.#columnNumbers.size - 1
  }
}

/** Beyond any table: rows are unsigned integers of 32 bits. */
const maxGroups = 2 ** 21

const nameOf = (table: ColumnTable, column: Column): string => `${table}.${column}`

const decode = (column: Column, bytes: Uint8Array): Chunk => {
  if (column === 'hashtags') return decodeLists(bytes)
  return column === 'username' || column === 'niche' ? decodeTexts(bytes) : decodeNumbers(bytes)
}

const bytesOf = (chunk: Chunk): number => {
  if ('keys' in chunk) return entryBytes + 8 * chunk.keys.length + 2 * chunk.rowsOf.length
  if ('places' in chunk) return entryBytes + 2 * chunk.rows + 4 * chunk.starts.length + chunk.bytes.length
  return entryBytes + (chunk.values?.byteLength ?? 0)
}
