import { fromKeys } from '../../core/keys-of.ts'
import type { GroupEntry } from '../../records/post-summary.ts'
import { type GroupColumn, postSums } from '../filters/fields.ts'
import { copyNumbers } from './decoded-chunks.ts'
import type { RowList } from './list.ts'
import { referencePlan, type Slots } from './plan.ts'
import type { RowGroup } from './row-group.ts'

type SumsOfGroup = Pick<GroupEntry, 'sums' | 'engagement_rate'>

/** Adds up the numbers of posts: their counts, and their engagement rates. Unknown ones add nothing. */
export class GroupSums {
  readonly #sums = new Float64Array(summed.length)
  readonly #known = new Uint32Array(summed.length)

  add(column: number, number: number): void {
    if (Number.isNaN(number)) return
    this.#sums[column] = (this.#sums[column] ?? 0) + number
    this.#known[column] = (this.#known[column] ?? 0) + 1
  }

  /** Sums are null if no number is known, and beyond the safe integers. */
  result(): SumsOfGroup {
    const of = (column: number) => {
      const sum = this.#sums[column] ?? 0
      return this.#known[column] === 0 || sum > Number.MAX_SAFE_INTEGER ? null : sum
    }
    const rate = of(rateColumn)
    return {
      sums: fromKeys(postSums, (_, column) => of(column)),
      engagement_rate: rate === null ? null : rate / (this.#known[rateColumn] ?? 1)
    }
  }
}

const summed = [...postSums, 'engagement_rate'] as const
const rateColumn = postSums.length

/** Sums over the posts of a list that refer to each of these rows. `reference`: null for one sum over all posts. */
export const sumsOf = async (
  list: RowList,
  slots: Slots,
  reference: GroupColumn | null,
  keys: readonly number[]
): Promise<SumsOfGroup[]> => {
  const groups = keys.map(() => new GroupSums())
  const numbers = summed.map((column) => slots.of(column))
  const places = new Map(keys.map((key, place) => [key, place]))
  const members = membersBy(slots, reference, places)
  await list.walk({
    ...(reference !== null && { order: referencePlan(slots, reference, keys, false) }),
    visit: (group, selection) => {
      const { rows, groupOf } = members(group, selection.written())
      const values = new Float64Array(rows.length)
      for (const [column, slot] of numbers.entries()) {
        copyNumbers(group.numbers(slot), rows, values)
        for (let at = 0; at < rows.length; at++) groups[groupOf[at] ?? 0]?.add(column, values[at] ?? Number.NaN)
      }
    }
  })
  return groups.map((group) => group.result())
}

/** Rows with the places of their groups, once for each group of a row. */
type Members = { rows: Uint16Array; groupOf: ArrayLike<number> }

const membersBy = (
  slots: Slots,
  reference: GroupColumn | null,
  places: ReadonlyMap<number, number>
): ((group: RowGroup, rows: Uint16Array) => Members) => {
  if (reference === null) return (_, rows) => ({ rows, groupOf: new Uint8Array(rows.length) })
  if (reference !== 'hashtag') {
    const slot = slots.of(reference)
    return (group, rows) => {
      const keys = new Float64Array(rows.length)
      copyNumbers(group.numbers(slot), rows, keys)
      return { rows, groupOf: keys.map((key) => places.get(key) ?? 0) }
    }
  }
  const slot = slots.of('hashtags')
  return (group, selected) => {
    const isSelected = new Set(selected)
    const { keys, starts, rowsOf } = group.lists(slot)
    const [rows, groupOf]: [number[], number[]] = [[], []]
    for (let at = 0; at < keys.length; at++) {
      const place = places.get(keys[at] ?? 0)
      if (place === undefined) continue
      for (const row of rowsOf.subarray(starts[at], starts[at + 1])) {
        if (!isSelected.has(row)) continue
        rows.push(row)
        groupOf.push(place)
      }
    }
    return { rows: Uint16Array.from(rows), groupOf }
  }
}
