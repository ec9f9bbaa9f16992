import type { GrowthNumber } from '../filters/fields.ts'
import { BestRows } from './best-rows.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { groupSize, type TrendNumber } from './column-store.ts'
import { copyNumbers } from './decoded-chunks.ts'
import { byNumber } from './find-rows.ts'
import { RowList } from './list.ts'
import { allOf, type Plan, rangePlan, Slots } from './plan.ts'
import { RiseCounts } from './rise-counts.ts'
import type { RowGroup } from './row-group.ts'
import { RowSet } from './row-set.ts'
import type { Turn } from './scan-turns.ts'

/** No limit: rankings are computed once for all requests, and in slices. */
const maxRows = Number.POSITIVE_INFINITY

/** A post or creator, by its row, with its growth. */
export type RisingRow = { readonly row: number; readonly rate: number }

/**
 * Listed rows that grow, fastest first; equal rates in the order of lists (`postOrders`, `userOrders`). `since`: only rows whose growth ends
 * then or later. Omits private accounts.
 */
export const risingRows = async (
  chunks: CachedChunks,
  table: 'posts' | 'users',
  { rate, rankedAt, since, count }: { rate: GrowthNumber; rankedAt: TrendNumber; since: number; count: number },
  turn: Turn
): Promise<RisingRow[]> => {
  const slots = new Slots()
  const where = { number: rate, min: Number.MIN_VALUE, max: null, not: false }
  const list = await RowList.open({ chunks, table, slots, turn, of: null, where, maxRows })
  if (list === null) return []
  const best = new BestRows(count, null)
  const sorting = byNumber({ column: rate, isAscending: false }, { table, chunks, slots, best, cursor: null, list })
  const conditions: Plan[] = [sorting.order, rangePlan(slots.of(rankedAt), since, Number.POSITIVE_INFINITY)]
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

/** Sounds or hashtags with enough public posts, of which some are after `from` and up to `to`, in no particular order. */
export const risingThings = async (
  chunks: CachedChunks,
  column: 'sound' | 'hashtags',
  { from, to }: { from: number; to: number },
  turn: Turn
): Promise<RisingThing[]> => {
  const slots = new Slots()
  const where = { number: 'created_at', min: null, max: to, not: false } as const
  const list = await RowList.open({ chunks, table: 'posts', slots, turn, of: null, where, maxRows })
  if (list === null) return []
  const [keySlot, timeSlot] = [slots.of(column), slots.of('created_at')]
  const counts = new RiseCounts()
  const count = column === 'sound' ? countNumbers(counts, keySlot, from) : countLists(counts, keySlot, from)
  const times = new Float64Array(groupSize)
  await list.walk({
    visit: (group, selection) => {
      const rows = selection.written()
      copyNumbers(group.numbers(timeSlot), rows, times)
      count(group, rows, times)
    }
  })
  return counts
    .atLeast(leastBefore, leastNew)
    .map(({ key, before, fresh }) => ({ row: key, from: before, to: before + fresh }))
}

/** Counts rows of a group by a reference. `times`: by row. */
type CountRows = (group: RowGroup, rows: Uint16Array, times: Float64Array) => void

const countNumbers = (counts: RiseCounts, slot: number, from: number): CountRows => {
  const keys = new Float64Array(groupSize)
  return (group, rows, times) => {
    const chunk = group.numbers(slot)
    copyNumbers(chunk, rows, keys)
    counts.addNumbers(keys.subarray(0, rows.length), times, from, chunk.range.max)
  }
}

const countLists = (counts: RiseCounts, slot: number, from: number): CountRows => {
  const marks = new Uint32Array(groupSize)
  return (group, rows, times) => {
    marks.fill(0)
    for (let at = 0; at < rows.length; at++) marks[rows[at] ?? 0] = (times[at] ?? 0) > from ? 0x1_0000 : 1
    counts.addLists(group.lists(slot), marks)
  }
}
