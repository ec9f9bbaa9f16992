import type { Awaitable } from '../../core/awaitable.ts'
import { listOf } from './fields.ts'
import { withCapacity } from './growable-arrays.ts'
import { postingsOfBlock, readPostings } from './lists.ts'
import type { SearchKind, SearchStore } from './store.ts'

/** What finding documents by all of their words reads. */
export type PostingReads = Pick<SearchStore, 'words'> & {
  /** Up to `most` consecutive blocks of a list (`lists.ts`), from the one with the first posting at or after a key. */
  blocksFrom(list: number, key: number, most: number): Awaitable<readonly Uint8Array[]>
}

/** Blocks read at once: some tens of kilobytes. */
const blocksAtOnce = 32

/**
 * Keys of the documents whose own texts contain every one of these words, in ascending order. Lists are read whole, the shortest first, except
 * where the documents found so far are so few that their blocks are read one by one.
 */
export const containingAll = async (
  reads: PostingReads,
  kind: SearchKind,
  words: readonly string[]
): Promise<Float64Array> => {
  const entries = await reads.words(kind, [...new Set(words)])
  const known = entries.filter((entry) => entry !== null).sort((a, b) => a.documents - b.documents || a.id - b.id)
  const [shortest, ...others] = known
  if (shortest === undefined || known.length < entries.length) return new Float64Array()
  let found = await wholeList(reads, listOf(shortest.id, 0), shortest.documents)
  for (const { id, documents } of others) {
    if (found.length === 0) break
    const isSparse = documents / postingsOfBlock > 2 * found.length
    found = await keptBy(reads, listOf(id, 0), found, isSparse ? 1 : blocksAtOnce)
  }
  return found
}

/** All keys of a list. `expected`: how many there are, about. */
const wholeList = async (reads: PostingReads, list: number, expected: number): Promise<Float64Array> => {
  let found = new Float64Array(Math.max(16, expected))
  let count = 0
  for (let last = -1; ; ) {
    const blocks = await reads.blocksFrom(list, last + 1, blocksAtOnce)
    for (const block of blocks) {
      const { keys } = readPostings(block)
      found = withCapacity(found, count + keys.length)
      found.set(keys, count)
      count += keys.length
      last = keys.at(-1) ?? last
    }
    if (blocks.length < blocksAtOnce) return found.slice(0, count)
  }
}

/** The keys that are in a list too. */
const keptBy = async (
  reads: PostingReads,
  list: number,
  found: Float64Array,
  blocksAtOnce: number
): Promise<Float64Array> => {
  let count = 0
  for (let at = 0; at < found.length; ) {
    const blocks = await reads.blocksFrom(list, found[at] ?? 0, blocksAtOnce)
    for (const block of blocks) {
      for (const key of readPostings(block).keys) {
        while (at < found.length && (found[at] ?? 0) < key) at += 1
        // What is kept stands before what is compared.
        if (found[at] === key) found[count++] = found[at++] ?? 0
      }
    }
    if (blocks.length < blocksAtOnce) break
  }
  return found.slice(0, count)
}
