import type { GrowthNumber } from '../filters/fields.ts'
import { BestRows } from './best-rows.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { groupSize } from './column-store.ts'
import { copyNumbers } from './decoded-chunks.ts'
import { byNumber } from './find-rows.ts'
import { List } from './list.ts'
import { allOf, type Plan, rangePlan, Slots } from './plan.ts'
import type { RowGroup } from './row-group.ts'
import { RowSet } from './row-set.ts'
import type { Turn } from './scan-turns.ts'
import type { Selection } from './selection.ts'
import { Tally } from './tally.ts'

/** Rankings are computed once for all who ask, and in slices, so that they go through all rows whatever their number. */
const maxRows = Number.POSITIVE_INFINITY

/** A post or creator, by its row, with its growth. */
export type RisingRow = { readonly row: number; readonly rate: number }

/**
 * Listed rows that grow, the fastest first; equals as in lists (`postOrders`, `userOrders`). `since`: only those that were sampled since then.
 * Private accounts are left out.
 */
export const risingRows = async (
  chunks: CachedChunks,
  table: 'posts' | 'users',
  { column, since, count }: { column: GrowthNumber; since: number; count: number },
  turn: Turn
): Promise<RisingRow[]> => {
  const slots = new Slots()
  const where = { number: column, min: Number.MIN_VALUE, max: null, not: false }
  const list = await List.open({ chunks, table, slots, turn, of: null, where, maxRows })
  if (list === null) return []
  const best = new BestRows(count, null)
  const sorting = byNumber({ column, isAscending: false }, { table, chunks, slots, best, cursor: null, list })
  const conditions: Plan[] = [sorting.order, rangePlan(slots.of('sampled_at'), since, Number.POSITIVE_INFINITY)]
  // An account that no source calls private is public.
  if (table === 'users') {
    conditions.push({ kind: 'members', slot: slots.of('is_private'), set: RowSet.of([1]), not: true })
  }
  await list.walk({ ...sorting, order: allOf(conditions) })
  return best.sorted.map(({ row, value }) => ({ row, rate: value }))
}

/** A sound or hashtag, by its row, with its public posts before the window and at its end. */
export type RisingThing = { readonly row: number; readonly from: number; readonly to: number }

/** Fewest posts before and within the window: a rate of fewer is chance, such as two posts of one creator. */
const leastBefore = 5
const leastNew = 3

/** Sounds or hashtags that public posts after `from` and up to `to` use, among those with enough posts, in no order. */
export const risingThings = async (
  chunks: CachedChunks,
  column: 'sound' | 'hashtags',
  { from, to }: { from: number; to: number },
  turn: Turn
): Promise<RisingThing[]> => {
  const slots = new Slots()
  const where = { number: 'created_at', min: null, max: to, not: false } as const
  const list = await List.open({ chunks, table: 'posts', slots, turn, of: null, where, maxRows })
  if (list === null) return []
  const [keySlot, timeSlot] = [slots.of(column), slots.of('created_at')]
  // Posts up to the end, and new ones where other tallies have plays.
  const tally = new Tally()
  const isNew = new Float64Array(groupSize)
  const count = column === 'sound' ? countNumbers(tally, keySlot) : countLists(tally, keySlot)
  await list.walk({
    visit: (group, selection) => {
      const rows = selection.written()
      copyNumbers(group.numbers(timeSlot), rows, isNew)
      for (let at = 0; at < rows.length; at++) isNew[at] = (isNew[at] ?? 0) > from ? 1 : 0
      count(group, selection, isNew)
    }
  })
  return tally
    .atLeast({ posts: leastBefore + leastNew, plays: leastNew })
    .map(({ key, posts, plays }) => ({ row: key, from: posts - plays, to: posts }))
    .filter((thing) => thing.from >= leastBefore)
}

/** Counts the selected rows of a group by what they refer to. `isNew`: 1 for new ones, in the order of the selection. */
type Count = (group: RowGroup, selection: Selection, isNew: Float64Array) => void

const countNumbers = (tally: Tally, slot: number): Count => {
  const keys = new Float64Array(groupSize)
  return (group, selection, isNew) => {
    const rows = selection.written()
    copyNumbers(group.numbers(slot), rows, keys)
    tally.addAll(keys.subarray(0, rows.length), isNew.subarray(0, rows.length))
  }
}

const countLists = (tally: Tally, slot: number): Count => {
  /** For each row of the group: 0 not selected, 1 before the window, 2 new. */
  const marks = new Uint8Array(groupSize)
  return (group, selection, isNew) => {
    const { keys, starts, rowsOf } = group.lists(slot)
    const rows = selection.written()
    for (let at = 0; at < rows.length; at++) marks[rows[at] ?? 0] = 1 + (isNew[at] ?? 0)
    for (let place = 0; place < keys.length; place++) {
      const end = starts[place + 1] ?? 0
      let posts = 0
      let fresh = 0
      for (let at = starts[place] ?? 0; at < end; at++) {
        const mark = marks[rowsOf[at] ?? 0] ?? 0
        posts += (mark + 1) >> 1
        fresh += mark >> 1
      }
      if (posts > 0) tally.add(keys[place] ?? 0, posts, fresh)
    }
    marks.fill(0)
  }
}
