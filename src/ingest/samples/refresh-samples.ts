import { groupSize } from '../../columnar/column-store.ts'
import { eachThing } from '../../history/encoding.ts'
import { countFields } from '../../history/samples.ts'
import { staleGroupKinds } from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { blockId, blockSize, sampledKinds } from '../../store/tables/sample-blocks.ts'
import { noteGroups } from '../columns/column-statements.ts'
import type { ObservedKind } from '../merge/merge-store.ts'
import type { RowTables } from '../merge/row-tables.ts'
import { addPiece, mergedBlock, type NewSamples } from './merged-block.ts'
import * as sql from './sample-statements.ts'

type Refresh = {
  readonly tables: RowTables
  transaction(work: () => Promise<void>): Promise<void>
  onProgress?: (done: number, total: number) => void
  /** Most bytes of new samples in memory. Those of one row at a time are decoded, which takes ten times as much. */
  bytesAtOnce?: number
}

const kinds: readonly ObservedKind[] = ['posts', 'users']
const blocksOfGroup = groupSize / blockSize
const blocksAtOnce = 16

/**
 * Merges new samples into the blocks that readers read, row group by row group, some of them a transaction: what an interrupted refresh did
 * not reach stays new. Row groups of changed blocks are noted as stale, so columns come after this.
 */
export const refreshSamples = async ({
  tables,
  transaction,
  onProgress = () => {},
  bytesAtOnce = 2 ** 22
}: Refresh): Promise<void> => {
  const lasts = await tables.first(
    sql.lastGroup,
    kinds.map((kind) => [sampledKinds[kind]])
  )
  const sizes = lasts.map((cells) => (typeof cells?.[0] === 'number' ? cells[0] + 1 : 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let done = 0
  for (const [index, kind] of kinds.entries()) {
    for (let last = -1; ; ) {
      const [found = []] = await tables.all(sql.nextGroups, [[sampledKinds[kind], last]])
      if (found.length === 0) break
      await transaction(async () => {
        for (const [cell] of found) {
          const group = Number(cell)
          await mergeGroup(tables, kind, group, bytesAtOnce)
          onProgress(done + group + 1, total)
        }
      })
      last = Number(found.at(-1)?.[0])
    }
    done += sizes[index] ?? 0
  }
}

/** Merges a row group, in parts where its new samples take much memory. */
const mergeGroup = async (tables: RowTables, kind: ObservedKind, group: number, bytesAtOnce: number): Promise<void> => {
  const [size] = await tables.first(sql.bytesOfGroup, [[sampledKinds[kind], group]])
  const isSmall = Number(size?.[0] ?? 0) <= bytesAtOnce
  const parts = isSmall ? [blocksOfGroup] : await partsOf(tables, kind, group, bytesAtOnce)
  let isChanged = false
  let from = 0
  for (const to of parts) {
    const blocks = new Map<number, Map<number, NewSamples>>()
    await eachBatch(tables, kind, group, (data) =>
      eachThing(data, (thing, samples) => {
        const block = Math.floor(thing / blockSize)
        if (block < from || block >= to) return
        let things = blocks.get(block)
        if (things === undefined) {
          things = new Map()
          blocks.set(block, things)
        }
        addPiece(things, thing % blockSize, samples)
      })
    )
    if (await mergeBlocks(tables, kind, group, blocks)) isChanged = true
    from = to
  }
  if (isChanged) tables.change(noteGroups, [[staleGroupKinds[kind], group]])
  tables.change(sql.removeNew, [[sampledKinds[kind], group]])
}

/** Ends of parts of a row group, in blocks: each has at most so many bytes, or one block. */
const partsOf = async (
  tables: RowTables,
  kind: ObservedKind,
  group: number,
  bytesAtOnce: number
): Promise<number[]> => {
  const bytes = new Float64Array(blocksOfGroup)
  await eachBatch(tables, kind, group, (data) =>
    eachThing(data, (thing, { length }) => {
      const block = Math.floor(thing / blockSize)
      bytes[block] = (bytes[block] ?? 0) + length
    })
  )
  const ends: number[] = []
  let sum = 0
  for (const [block, own] of bytes.entries()) {
    if (sum > 0 && sum + own > bytesAtOnce) {
      ends.push(block)
      sum = 0
    }
    sum += own
  }
  return [...ends, blocksOfGroup]
}

const eachBatch = async (
  tables: RowTables,
  kind: ObservedKind,
  group: number,
  onData: (data: Uint8Array) => void
): Promise<void> => {
  for (let last = 0; ; ) {
    const [batches = []] = await tables.all(sql.nextBatches, [[sampledKinds[kind], group, last]])
    for (const [, data] of batches) if (data instanceof Uint8Array) onData(data)
    if (batches.length < sql.batchesAtOnce) break
    last = Number(batches.at(-1)?.[0])
  }
}

/** Merges the new samples of blocks, by their number within the row group, and returns whether any changed. */
const mergeBlocks = async (
  tables: RowTables,
  kind: ObservedKind,
  group: number,
  blocks: ReadonlyMap<number, ReadonlyMap<number, NewSamples>>
): Promise<boolean> => {
  const all = [...blocks].sort(([a], [b]) => a - b)
  const fields = countFields[kind].length
  let isChanged = false
  for (let start = 0; start < all.length; start += blocksAtOnce) {
    const some = all.slice(start, start + blocksAtOnce)
    const ids = some.map(([block]) => [blockId(kind, group * blocksOfGroup + block)] as const)
    const before = await tables.first(sql.blockById, ids)
    const written: [id: number, data: Uint8Array][] = []
    const removed: [id: number][] = []
    for (const [index, [, added]] of some.entries()) {
      const [id = 0] = ids[index] ?? []
      const known = dataOf(before[index])
      const merged = mergedBlock(known, added, fields)
      if (merged === known) continue
      if (merged === null) removed.push([id])
      else written.push([id, merged])
    }
    tables.change(sql.writeBlocks, written)
    tables.change(sql.removeBlocks, removed)
    isChanged ||= written.length + removed.length > 0
  }
  return isChanged
}

const dataOf = (cells: Cells | undefined): Uint8Array | null => (cells?.[0] instanceof Uint8Array ? cells[0] : null)
