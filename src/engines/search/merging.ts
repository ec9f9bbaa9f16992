import type { IndexStore, NewPiece, StoredPiece } from './index-store.ts'
import { bytesOfPosting, fewestPostings, postingsOfPiece, readPostings, writePosting } from './lists.ts'
import type { Postings } from './postings.ts'
import { ask, type Steps } from './store.ts'

/** Postings of a list in ascending key order. In a list of changes, a posting without fields means removal. */
export type PostingList = { keys: number[]; fields: number[] }

const none: PostingList = { keys: [], fields: [] }

export const changed = (postingList: PostingList, changes: PostingList): PostingList => {
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

const joined = (before: PostingList, behind: PostingList): PostingList => ({
  keys: [...before.keys, ...behind.keys],
  fields: [...before.fields, ...behind.fields]
})

/** Splits postings into as few pieces as possible of equal length, so that later insertions split none of them soon. */
export const piecesOf = ({ keys, fields }: PostingList): { last: number; data: Uint8Array }[] => {
  const count = Math.ceil(keys.length / postingsOfPiece)
  return Array.from({ length: count }, (_, piece) => {
    const from = Math.floor((piece * keys.length) / count)
    const to = Math.floor(((piece + 1) * keys.length) / count)
    const data = new Uint8Array((to - from) * bytesOfPosting)
    let end = 0
    let before = -1
    for (let at = from; at < to; at += 1) {
      const key = keys[at] ?? 0
      end = writePosting(data, end, before, key, fields[at] ?? 0)
      before = key
    }
    return { last: before, data: data.subarray(0, end) }
  })
}

const listsAtOnce = 256

/** A list while its changes are applied. */
type MergingList = {
  list: number
  /** Index of the next change to apply. */
  at: number
  end: number
  /** The key used to request the piece. */
  key: number
  /** Pieces read and not yet written, because they have too few postings, and those postings. */
  held: StoredPiece[]
  postingList: PostingList
}

type Writes = { pieces: NewPiece[]; removed: number[]; ended: number[] }

/** Applies sorted changes to the lists. It reads and writes only the pieces that they belong to. */
export function* mergeLists(postings: Postings): Steps<void, IndexStore> {
  let next = 0
  let runs: MergingList[] = []
  for (;;) {
    while (runs.length < listsAtOnce && next < postings.count) {
      const [at, list] = [next, postings.listAt(next)]
      while (next < postings.count && postings.listAt(next) === list) next += 1
      runs.push({ list, at, end: next, key: postings.keyAt(at), held: [], postingList: none })
    }
    if (runs.length === 0) return
    const wanted = runs.map(({ list, key }) => ({ list, key }))
    const result = yield* ask((store) => store.piecesAt(wanted))
    const writes: Writes = { pieces: [], removed: [], ended: [] }
    runs = runs.filter((run, index) => applyChanges(run, postings, result[index] ?? null, writes))
    if (writes.pieces.length > 0) yield* ask((store) => store.writePieces(writes.pieces))
    if (writes.removed.length > 0) yield* ask((store) => store.removePieces(writes.removed))
    if (writes.ended.length > 0) yield* ask((store) => store.endLists(writes.ended))
  }
}

/** Applies the changes of one piece (null: the list has none) and returns whether the list has more. */
const applyChanges = (run: MergingList, postings: Postings, piece: StoredPiece | null, writes: Writes): boolean => {
  const isLast = piece === null || piece.isLast
  const changes: PostingList = { keys: [], fields: [] }
  for (; run.at < run.end; run.at += 1) {
    const key = postings.keyAt(run.at)
    if (!isLast && key > piece.last) break
    changes.keys.push(key)
    changes.fields.push(postings.fieldsAt(run.at))
  }
  const postingList = changed(piece === null ? none : readPostings(piece.data), changes)
  run.postingList = run.held.length === 0 ? postingList : joined(run.postingList, postingList)
  if (piece !== null) run.held.push(piece)
  const count = run.postingList.keys.length
  if (!isLast && count > 0 && count < fewestPostings) {
    run.key = piece.last + 1
    return true
  }
  const pieces = piecesOf(run.postingList)
  for (const [index, { last, data }] of pieces.entries()) {
    const isEnd = isLast && index === pieces.length - 1
    writes.pieces.push({ before: run.held[index] ?? null, list: run.list, last, isLast: isEnd, data })
  }
  for (const { id } of run.held.slice(pieces.length)) writes.removed.push(id)
  if (isLast && pieces.length === 0) writes.ended.push(run.list)
  run.held = []
  if (run.at < run.end) run.key = postings.keyAt(run.at)
  return run.at < run.end
}
