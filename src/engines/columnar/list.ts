import { invalidParam } from '../../core/errors.ts'
import type { Condition, PostOwner, Reference } from '../filters/query.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { groupOf, groupSize } from './column-store.ts'
import { groupsOf } from './lookups.ts'
import { narrow } from './narrow.ts'
import { allOf, type Plan, rangePlan, referencePlan, type Slots } from './plan.ts'
import { planOf } from './resolve.ts'
import type { RowGroup } from './row-group.ts'
import { excludes, scan } from './scan.ts'
import type { Turn } from './scan-turns.ts'
import type { Selection } from './selection.ts'

/** Maximum number of listed rows that one query compares. */
export const maxScannedRows = 10_000_000

/** Thrown when a list has more rows than a query may compare. */
export class TooManyRows extends Error {}

/** The error of a query that compares too many rows. */
export const tooManyRows = (what: string, maxRows: number) =>
  invalidParam(
    'filter',
    `asks to compare more than ${maxRows} ${what}; ask for a smaller list, such as that of one hashtag`
  )

const referenceOf = {
  userPosts: 'author',
  soundPosts: 'sound',
  placePosts: 'place',
  hashtagPosts: 'hashtag'
} as const satisfies Record<Exclude<PostOwner['feed'], 'collectionPosts'>, Reference>

export type ListOptions = {
  chunks: CachedChunks
  table: 'posts' | 'users'
  slots: Slots
  turn: Turn
  of: PostOwner | null
  where: Condition | null
  maxRows?: number
}

/** Callbacks of a walk over a list. */
type ListVisitor = {
  /** Drops rows based on earlier rows. It is part of the plan, which runs it when it pays off. */
  order?: Plan
  /** Sorts the row groups that have rows of the list. */
  sort?: (groups: number[]) => number[]
  skips?: (group: number) => boolean
  visit: (group: RowGroup, selection: Selection) => void
}

/** The listed rows of a list that meet a condition. */
export class RowList {
  /** Rows of a collection in its order; null for lists without an order of their own. */
  readonly collection: readonly number[] | null
  /** Listed rows compared so far, including those that the range of a row group decided. */
  scanned = 0
  readonly #options: ListOptions
  readonly #groups: readonly number[]
  readonly #listed: number
  readonly #owner: Plan | null
  readonly #where: Plan | null
  readonly #collected: ReadonlyMap<number, Uint16Array> | null

  private constructor(
    options: ListOptions,
    parts: { groups: readonly number[]; owner: Plan | null; where: Plan | null; collection: readonly number[] | null }
  ) {
    this.#options = options
    this.#listed = options.slots.of('is_listed')
    this.#owner = parts.owner
    this.#where = parts.where
    this.collection = parts.collection
    this.#collected = parts.collection === null ? null : byGroup(parts.collection)
    this.#groups = this.#collected === null ? parts.groups : parts.groups.filter((group) => this.#collected?.has(group))
  }

  /** Null when the owner of the list does not exist. */
  static async open(options: ListOptions): Promise<RowList | null> {
    const { chunks, table, slots, of, where } = options
    const groups = await groupsOf(chunks, table)
    let owner: Plan | null = null
    let collection: readonly number[] | null = null
    if (of?.feed === 'collectionPosts') {
      const rows = await chunks.store.collection(of.key)
      if (rows === null) return null
      collection = [...new Set(rows)]
    } else if (of !== null) {
      const row = await chunks.store.owner(referenceOf[of.feed], of.key)
      if (row === null) return null
      owner = referencePlan(slots, referenceOf[of.feed], [row], false)
    }
    const plan = where === null ? null : await planOf(where, options)
    return new RowList(options, { groups, owner, where: plan, collection })
  }

  /** Number of its rows. */
  async count(): Promise<number> {
    if (this.#owner === null && this.#collected === null && this.#where === null) {
      // Reads only the ranges of row groups, which count the listed rows.
      await this.walk({ skips: () => true, visit: () => {} })
      return this.scanned
    }
    let count = 0
    await this.walk({
      visit: (_, selection) => {
        count += selection.length
      }
    })
    return count
  }

  /** Visits the rows group by group. May be called again. */
  async walk({ order, sort = (groups) => groups, skips = () => false, visit }: ListVisitor): Promise<void> {
    const { chunks, table, slots, turn } = this.#options
    this.scanned = 0
    const counted = new Set<number>()
    // Without an owner, most rows are listed, so it is cheaper to check this last.
    const isWhole = this.#owner === null && this.#collected === null
    const listed = rangePlan(this.#listed, 1, 1)
    const plan = allOf([this.#where, order ?? null, isWhole ? listed : null].filter((condition) => condition !== null))
    const ranges = slots.columns.map((column) => chunks.rangesOf(table, column))
    await scan({
      ...{ chunks, table, slots, turn, plan, groups: sort([...this.#groups]) },
      skips: (group) => {
        if (!isWhole) return this.#owner !== null && excludes(ranges, this.#owner, group)
        const range = ranges[this.#listed]?.[group]
        if (range === undefined || !(skips(group) || excludes(ranges, plan, group))) return false
        if (!counted.has(group)) this.#count(range.sum)
        counted.add(group)
        return true
      },
      begin: (group, selection) => {
        const chunk = group.numbers(this.#listed)
        if (isWhole) {
          selection.all(chunk.rows)
          this.#count(chunk.range.sum)
          return
        }
        const rows = this.#collected?.get(group.number)
        if (rows === undefined) selection.all(chunk.rows)
        // A collection may still refer to rows beyond the last of the group.
        else selection.only(rows.filter((row) => row < chunk.rows))
        if (this.#owner !== null) narrow(this.#owner, group, selection)
        narrow(listed, group, selection)
        this.#count(selection.length)
      },
      visit
    })
  }

  #count(rows: number): void {
    this.scanned += rows
    if (this.scanned > (this.#options.maxRows ?? maxScannedRows)) throw new TooManyRows()
  }
}

const byGroup = (rows: readonly number[]): ReadonlyMap<number, Uint16Array> => {
  const groups = new Map<number, number[]>()
  for (const row of rows) {
    const group = groups.get(groupOf(row))
    if (group === undefined) groups.set(groupOf(row), [row % groupSize])
    else group.push(row % groupSize)
  }
  return new Map([...groups].map(([group, rows]) => [group, Uint16Array.from(rows).sort()]))
}
