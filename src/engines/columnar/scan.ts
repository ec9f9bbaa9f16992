import { type CachedChunks, groupsAtOnce, type Ranges } from './cached-chunks.ts'
import type { ColumnTable } from './column-store.ts'
import { narrow, reorder } from './narrow.ts'
import type { Plan, Slots } from './plan.ts'
import { RowGroup } from './row-group.ts'
import type { Turn } from './scan-turns.ts'
import { Selection } from './selection.ts'

type ScanOptions = {
  chunks: CachedChunks
  table: ColumnTable
  slots: Slots
  turn: Turn
  /** Row groups in the order in which they are visited. */
  groups: readonly number[]
  plan: Plan
  /** Whether a group need not be read. Called before its chunks are read and again before it is visited. */
  skips?: (group: number) => boolean
  /** Selects the rows to which the plan is applied. Rows that are not listed are dropped here or by the plan. */
  begin: (group: RowGroup, selection: Selection) => void
  /** Receives the rows of a group that meet the plan. Throwing ends the scan. */
  visit: (group: RowGroup, selection: Selection) => void
}

/** Runs a plan over row groups, in slices. */
export const scan = async (options: ScanOptions): Promise<void> => {
  const { chunks, table, slots, turn, groups, plan, skips, begin, visit } = options
  const selection = new Selection()
  for (let start = 0; start < groups.length; start += groupsAtOnce) {
    const wanted = groups.slice(start, start + groupsAtOnce).filter((group) => skips?.(group) !== true)
    if (wanted.length === 0) {
      if (turn.isOver) await turn.rest()
      continue
    }
    const ascending = wanted.toSorted((a, b) => a - b)
    const read = chunks.chunks(table, slots.columns, ascending)
    const columns = read instanceof Promise ? await read : read
    reorder(plan)
    for (const number of wanted) {
      if (turn.isOver) await turn.rest()
      if (skips?.(number) === true) continue
      const at = ascending.indexOf(number)
      const group = new RowGroup(
        number,
        columns.map((column) => column[at] ?? null)
      )
      begin(group, selection)
      narrow(plan, group, selection)
      if (selection.length > 0) visit(group, selection)
    }
  }
}

/** Whether no row of a group can meet a plan, as far as the ranges of its columns, by slot, are known. */
export const excludes = (ranges: readonly Ranges[], plan: Plan, group: number): boolean => {
  if (plan.kind === 'all') return plan.parts.some((part) => excludes(ranges, part.plan, group))
  if (plan.kind === 'any') return plan.parts.every((part) => excludes(ranges, part, group))
  if (plan.kind !== 'range') return false
  const range = ranges[plan.slot]?.[group]
  if (range === undefined) return false
  if (plan.not) return plan.min <= range.min && plan.max >= range.max
  return plan.max < range.min || plan.min > range.max
}
