import { invalidParam } from '../core/errors.ts'
import { type PostDistribution, postDistributions } from '../filters/fields.ts'
import type { Facet, SummaryQuery } from '../filters/query.ts'
import { dayOf, startOfStep, type TimelineStep } from '../history/timeline-steps.ts'
import type { Distribution } from '../records/distribution.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { groupSize } from './column-store.ts'
import { copyNumbers } from './decoded-chunks.ts'
import { distributionOf } from './distribution.ts'
import { List, maxScannedRows, TooManyRows, tooManyRows } from './list.ts'
import { Slots } from './plan.ts'
import type { RowGroup } from './row-group.ts'
import type { Turn } from './scan-turns.ts'
import type { Selection } from './selection.ts'
import { type Counted, Tally } from './tally.ts'

/** A `PostSummary` with rows where that has names: `key` is the row of a creator, hashtag or sound. Null: not asked for. */
export type RowSummary = {
  /** Null also when the list has too many rows to be counted. */
  count: number | null
  timeline: readonly { start: number; posts: number; plays: number }[] | null
  creators: readonly Counted[] | null
  hashtags: readonly Counted[] | null
  sounds: readonly Counted[] | null
} & { readonly [K in PostDistribution]: Distribution | null }

const nothing: RowSummary = {
  count: null,
  timeline: null,
  creators: null,
  hashtags: null,
  sounds: null,
  plays: null,
  likes: null,
  duration_seconds: null,
  engagement_rate: null
}

/** Maximum number of steps of a timeline. */
export const maxTimelineSteps = 5_000

type Options = { maxRows?: number }

/** Counts over a list of posts; null when the owner of the list does not exist. */
export const summarize = async (
  chunks: CachedChunks,
  { query, facet }: SummaryQuery,
  turn: Turn,
  { maxRows = maxScannedRows }: Options = {}
): Promise<RowSummary | null> => {
  const slots = new Slots()
  const list = await List.open({ chunks, table: 'posts', slots, turn, of: query.of, where: query.where, maxRows })
  if (list === null) return null
  try {
    return { ...nothing, ...(await facetOf(list, slots, facet)) }
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    if (facet.kind === 'count') return nothing
    throw tooManyRows('posts', maxRows)
  }
}

const facetOf = async (list: List, slots: Slots, facet: Facet): Promise<Partial<RowSummary>> => {
  switch (facet.kind) {
    case 'count':
      return { count: await list.count() }
    case 'timeline':
      return { timeline: await timelineOf(list, slots, facet.step) }
    case 'creators':
      return { creators: await topOf(list, slots, 'author', facet.first) }
    case 'sounds':
      return { sounds: await topOf(list, slots, 'sound', facet.first) }
    case 'hashtags':
      return { hashtags: await topHashtagsOf(list, slots, facet.first) }
    default:
      return { [facet.kind]: await distributionOf(list, slots.of(facet.kind), postDistributions[facet.kind]) }
  }
}

/** Counts the posts of a list, with their plays, by a reference of theirs or by the day of their publication. */
const tallyOf = async (list: List, slots: Slots, column: 'author' | 'sound' | 'created_at'): Promise<Tally> => {
  const isDays = column === 'created_at'
  const [keys, plays] = [new Float64Array(groupSize), new Float64Array(groupSize)]
  const [keySlot, playsSlot] = [slots.of(column), slots.of('plays')]
  const tally = new Tally()
  await list.walk({
    visit: (group, selection) => {
      const rows = selection.written()
      copyNumbers(group.numbers(keySlot), rows, keys)
      copyNumbers(group.numbers(playsSlot), rows, plays)
      if (isDays) for (let at = 0; at < rows.length; at++) keys[at] = dayOf(keys[at] ?? Number.NaN)
      tally.addAll(keys.subarray(0, rows.length), plays.subarray(0, rows.length))
    }
  })
  return tally
}

const topOf = async (list: List, slots: Slots, column: 'author' | 'sound', first: number): Promise<Counted[]> =>
  (await tallyOf(list, slots, column)).top(first)

const timelineOf = async (list: List, slots: Slots, step: TimelineStep) => {
  const days = await tallyOf(list, slots, 'created_at')
  const steps = new Map<number, { start: number; posts: number; plays: number }>()
  for (const { key, posts, plays } of days.counted()) {
    const start = startOfStep(step, key)
    const before = steps.get(start)
    if (before === undefined) steps.set(start, { start, posts, plays })
    else {
      before.posts += posts
      before.plays += plays
    }
    if (steps.size > maxTimelineSteps) {
      throw invalidParam('step', `gives a timeline of more than ${maxTimelineSteps} steps; ask for longer ones`)
    }
  }
  return [...steps.values()].sort((a, b) => a.start - b.start)
}

const topHashtagsOf = async (list: List, slots: Slots, first: number): Promise<Counted[]> => {
  const [tagSlot, playsSlot] = [slots.of('hashtags'), slots.of('plays')]
  const tally = new Tally()
  /** Plays of the selected rows plus 1, so that 0 is "not selected". */
  const selected = new Float64Array(groupSize)
  const plays = new Float64Array(groupSize)
  const visit = (group: RowGroup, selection: Selection): void => {
    const { keys, starts, rowsOf } = group.lists(tagSlot)
    const rows = selection.written()
    copyNumbers(group.numbers(playsSlot), rows, plays)
    for (let at = 0; at < rows.length; at++) selected[rows[at] ?? 0] = (plays[at] || 0) + 1
    for (let place = 0; place < keys.length; place++) {
      const end = starts[place + 1] ?? 0
      let posts = 0
      let together = 0
      for (let at = starts[place] ?? 0; at < end; at++) {
        const value = selected[rowsOf[at] ?? 0] ?? 0
        if (value === 0) continue
        posts += 1
        together += value - 1
      }
      if (posts > 0) tally.add(keys[place] ?? 0, posts, together)
    }
    for (const row of rows) selected[row] = 0
  }
  await list.walk({ visit })
  return tally.top(first)
}
