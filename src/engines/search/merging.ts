import type { IndexStore, NewBlock, StoredBlock } from './index-store.ts'
import { blocksOf, fewestPostings, type PostingList, readPostings } from './lists.ts'
import type { Postings } from './postings.ts'
import { ask, type Steps } from './store.ts'

const none: PostingList = { keys: [], fields: [] }

export const changed = (postingList: PostingList, changes: PostingList): PostingList => {
  if (postingList.keys.length === 0 && !changes.fields.includes(0)) return changes
  const result: PostingList = { keys: [], fields: [] }
  const put = (key: number, fields: number) => {
    result.keys.push(key)
    result.fields.push(fields)
  }
  let at = 0
  for (const [index, key] of postingList.keys.entries()) {
    for (; at < changes.keys.length && (changes.keys[at] ?? 0) < key; at += 1) {
      if (changes.fields[at] !== 0) put(changes.keys[at] ?? 0, changes.fields[at] ?? 0)
    }
    if (changes.keys[at] !== key) put(key, postingList.fields[index] ?? 0)
  }
  for (; at < changes.keys.length; at += 1) {
    if (changes.fields[at] !== 0) put(changes.keys[at] ?? 0, changes.fields[at] ?? 0)
  }
  return result
}

const joined = (before: PostingList, after: PostingList): PostingList => ({
  keys: [...before.keys, ...after.keys],
  fields: [...before.fields, ...after.fields]
})

const sliced = ({ keys, fields }: PostingList, from: number, to: number): PostingList => ({
  keys: keys.slice(from, to),
  fields: fields.slice(from, to)
})

const listsAtOnce = 256
/** Number of changes after which no more lists are begun: those of common words have many. */
const changesAtOnce = 2 ** 13

/** A list while its changes are applied. */
type MergingList = {
  list: number
  changes: PostingList
  /** Index of the next change to apply. */
  at: number
  /** The key used to request the block. */
  key: number
  /** Blocks read and not yet written, because they have too few postings, and those postings. */
  held: StoredBlock[]
  postingList: PostingList
}

type Writes = { blocks: NewBlock[]; removed: number[]; ended: number[] }

/** Applies changes to the lists. It reads and writes only the blocks that they belong to. */
export function* mergeLists(postings: Postings): Steps<void, IndexStore> {
  const lists = postings.lists()
  let next = lists.next()
  let runs: MergingList[] = []
  for (;;) {
    let begun = 0
    while (!next.done && runs.length < listsAtOnce && begun < changesAtOnce) {
      const { list, changes } = next.value
      runs.push({ list, changes, at: 0, key: changes.keys[0] ?? 0, held: [], postingList: none })
      begun += changes.keys.length
      next = lists.next()
    }
    if (runs.length === 0) return
    const wanted = runs.map(({ list, key }) => ({ list, key }))
    const result = yield* ask((store) => store.blocksAt(wanted))
    const writes: Writes = { blocks: [], removed: [], ended: [] }
    runs = runs.filter((run, index) => applyChanges(run, result[index] ?? null, writes))
    if (writes.blocks.length > 0) yield* ask((store) => store.writeBlocks(writes.blocks))
    if (writes.removed.length > 0) yield* ask((store) => store.removeBlocks(writes.removed))
    if (writes.ended.length > 0) yield* ask((store) => store.endLists(writes.ended))
  }
}

/** Applies the changes of one block (null: the list has none) and returns whether the list has more. */
const applyChanges = (run: MergingList, block: StoredBlock | null, writes: Writes): boolean => {
  const isLast = block === null || block.isLast
  const { keys } = run.changes
  const from = run.at
  run.at = keys.length
  if (!isLast) for (run.at = from; run.at < keys.length && (keys[run.at] ?? 0) <= block.last; ) run.at += 1
  const changes = run.at - from === keys.length ? run.changes : sliced(run.changes, from, run.at)
  const postingList = changed(block === null ? none : readPostings(block.data), changes)
  run.postingList = run.held.length === 0 ? postingList : joined(run.postingList, postingList)
  if (block !== null) run.held.push(block)
  const count = run.postingList.keys.length
  if (!isLast && count > 0 && count < fewestPostings) {
    run.key = block.last + 1
    return true
  }
  const blocks = blocksOf(run.postingList)
  for (const [index, { last, data }] of blocks.entries()) {
    const isEnd = isLast && index === blocks.length - 1
    writes.blocks.push({ before: run.held[index] ?? null, list: run.list, last, isLast: isEnd, data })
  }
  for (const { id } of run.held.slice(blocks.length)) writes.removed.push(id)
  if (isLast && blocks.length === 0) writes.ended.push(run.list)
  run.held = []
  run.key = keys[run.at] ?? 0
  return run.at < keys.length
}
