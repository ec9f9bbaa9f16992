import { invalidParam } from '../../core/errors.ts'
import type { Distribution } from '../../records/distribution.ts'
import type { GroupEntry, PostSums, TimelineEntry } from '../../records/post-summary.ts'
import {
  type GroupColumn,
  type PostDistribution,
  type PostSum,
  postDistributions,
  postGroups,
  postSums,
  readSorting
} from '../filters/fields.ts'
import type { Facet, SummaryQuery } from '../filters/query.ts'
import { dayOf, startOfStep, type TimelineStep } from '../history/timeline-steps.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { groupSize } from './column-store.ts'
import { copyNumbers } from './decoded-chunks.ts'
import { distributionOf } from './distribution.ts'
import { GroupSums, sumsOf } from './group-sums.ts'
import { maxScannedRows, RowList, TooManyRows, tooManyRows } from './list.ts'
import { Slots } from './plan.ts'
import type { RowGroup } from './row-group.ts'
import type { Turn } from './scan-turns.ts'
import type { Selection } from './selection.ts'
import { Tally } from './tally.ts'

/** A group with its row number in place of the names of a `GroupEntry`. */
export type RowGroupEntry = { readonly key: number } & Omit<GroupEntry, 'id' | 'name'>

/** A `PostSummary` with row numbers in place of names. Null: not requested. */
export type RowSummary = {
  /** Null also when the list has too many rows to be counted. */
  count: number | null
  timeline: readonly TimelineEntry[] | null
  groups: readonly RowGroupEntry[] | null
  sums: PostSums | null
} & { readonly [K in PostDistribution]: Distribution | null }

const nothing: RowSummary = {
  count: null,
  timeline: null,
  groups: null,
  plays: null,
  likes: null,
  duration_seconds: null,
  engagement_rate: null,
  sums: null
}

/** Maximum number of steps of a timeline. */
export const maxTimelineSteps = 5_000

type PostSummaryOptions = { maxRows?: number }

/** Counts over a list of posts; null when the owner of the list does not exist. */
export const summarize = async (
  chunks: CachedChunks,
  { query, facet }: SummaryQuery,
  turn: Turn,
  { maxRows = maxScannedRows }: PostSummaryOptions = {}
): Promise<RowSummary | null> => {
  const slots = new Slots()
  const list = await RowList.open({ chunks, table: 'posts', slots, turn, of: query.of, where: query.where, maxRows })
  if (list === null) return null
  try {
    return { ...nothing, ...(await facetOf(list, slots, facet)) }
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    if (facet.kind === 'count') return nothing
    throw tooManyRows('posts', maxRows)
  }
}

const facetOf = async (list: RowList, slots: Slots, facet: Facet): Promise<Partial<RowSummary>> => {
  switch (facet.kind) {
    case 'count':
      return { count: await list.count() }
    case 'timeline':
      return { timeline: await timelineOf(list, slots, facet.step) }
    case 'groups':
      return { groups: await groupsOf(list, slots, facet) }
    case 'sums':
      return { sums: (await sumsOf(list, slots, null, [0]))[0]?.sums ?? null }
    default:
      return { [facet.kind]: await distributionOf(list, slots.of(facet.kind), postDistributions[facet.kind]) }
  }
}

/**
 * Counts the posts of a list by the row they refer to, by country or language, or by day of publication, and adds up one of their numbers.
 */
const tallyOf = async (
  list: RowList,
  slots: Slots,
  column: Exclude<GroupColumn, 'hashtag'> | 'created_at',
  number: PostSum
): Promise<Tally> => {
  const isDays = column === 'created_at'
  const [keys, numbers] = [new Float64Array(groupSize), new Float64Array(groupSize)]
  const [keySlot, numberSlot] = [slots.of(column), slots.of(number)]
  const tally = new Tally()
  await list.walk({
    visit: (group, selection) => {
      const rows = selection.written()
      copyNumbers(group.numbers(keySlot), rows, keys)
      copyNumbers(group.numbers(numberSlot), rows, numbers)
      if (isDays) for (let at = 0; at < rows.length; at++) keys[at] = dayOf(keys[at] ?? Number.NaN)
      tally.addAll(keys.subarray(0, rows.length), numbers.subarray(0, rows.length))
    }
  })
  return tally
}

/** Finds the first groups of a list, then computes the sums of only these. */
const groupsOf = async (
  list: RowList,
  slots: Slots,
  { by, order: sorting, first }: Extract<Facet, { kind: 'groups' }>
): Promise<RowGroupEntry[]> => {
  const reference = postGroups[by]
  const { order, isReversed } = readSorting(sorting)
  const number = order === 'COUNT' ? 'plays' : postSums.find((name) => name.toUpperCase() === order)
  if (number === undefined) throw new RangeError(order)
  const tally =
    reference === 'hashtag' ? await tallyOfHashtags(list, slots, number) : await tallyOf(list, slots, reference, number)
  const top = tally.top(first, order === 'COUNT' ? 'posts' : 'sum', isReversed)
  const keys = top.map(({ key }) => key)
  const sums = await sumsOf(list, slots, reference, keys)
  return top.map(({ key, posts }, at) => ({ key, posts, ...(sums[at] ?? new GroupSums().result()) }))
}

const timelineOf = async (list: RowList, slots: Slots, step: TimelineStep) => {
  const days = await tallyOf(list, slots, 'created_at', 'plays')
  const steps = new Map<number, TimelineEntry>()
  for (const { key, posts, sum, unknown } of days.counted()) {
    const start = startOfStep(step, key)
    const before = steps.get(start)
    const plays = posts > unknown ? sum : null
    if (before === undefined) steps.set(start, { start, posts, plays })
    else {
      before.posts += posts
      if (plays !== null) before.plays = (before.plays ?? 0) + plays
    }
    if (steps.size > maxTimelineSteps) {
      throw invalidParam('step', `gives a timeline of more than ${maxTimelineSteps} steps; ask for longer ones`)
    }
  }
  // Null beyond the safe integers, as in other sums.
  for (const step of steps.values()) if ((step.plays ?? 0) > Number.MAX_SAFE_INTEGER) step.plays = null
  return [...steps.values()].sort((a, b) => a.start - b.start)
}

const tallyOfHashtags = async (list: RowList, slots: Slots, number: PostSum): Promise<Tally> => {
  const [tagSlot, numberSlot] = [slots.of('hashtags'), slots.of(number)]
  const tally = new Tally()
  /** Numbers of the selected rows plus 1, so that 0 is "not selected"; NaN where they are unknown. */
  const selected = new Float64Array(groupSize)
  const numbers = new Float64Array(groupSize)
  const visit = (group: RowGroup, selection: Selection): void => {
    const { keys, starts, rowsOf } = group.lists(tagSlot)
    const rows = selection.written()
    copyNumbers(group.numbers(numberSlot), rows, numbers)
    for (let at = 0; at < rows.length; at++) selected[rows[at] ?? 0] = (numbers[at] ?? Number.NaN) + 1
    for (let place = 0; place < keys.length; place++) {
      const end = starts[place + 1] ?? 0
      let posts = 0
      let sum = 0
      let unknown = 0
      for (let at = starts[place] ?? 0; at < end; at++) {
        const value = selected[rowsOf[at] ?? 0] ?? 0
        if (value === 0) continue
        posts += 1
        if (Number.isNaN(value)) unknown += 1
        else sum += value - 1
      }
      if (posts > 0) tally.add({ key: keys[place] ?? 0, posts, sum, unknown })
    }
    for (const row of rows) selected[row] = 0
  }
  await list.walk({ visit })
  return tally
}
