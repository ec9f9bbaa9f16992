import type { PageRequest, Position } from '../../core/paging.ts'
import { postOrders, readSorting, type UserNumber, userOrders } from '../filters/fields.ts'
import type { PostQuery, UserQuery } from '../filters/query.ts'
import { BestRows, type RankedRow } from './best-rows.ts'
import type { CachedChunks } from './cached-chunks.ts'
import type { NumberColumn } from './column-store.ts'
import { numberAt, placeOfText, textAt, unknownText } from './decoded-chunks.ts'
import { maxScannedRows, RowList, TooManyRows, tooManyRows } from './list.ts'
import { type OrderPlan, Slots } from './plan.ts'
import { positionOf, rankedAt } from './positions.ts'
import type { RowGroup } from './row-group.ts'
import type { Turn } from './scan-turns.ts'
import type { Selection } from './selection.ts'

export type FoundRows = {
  readonly rows: readonly number[]
  /** The position of each row. */
  readonly positions: readonly Position[]
  /** Where the next page begins; null after the last row. */
  readonly next: Position | null
  /** Listed rows that were compared with the filter. */
  readonly scanned: number
}

type FindOptions = {
  /** Maximum number of listed rows to compare; beyond it, the query fails with `INVALID_PARAM`. */
  maxRows?: number
}

type NumberOrder = {
  readonly number: number
  readonly kind: 'numbers'
  readonly column: NumberColumn['posts' | 'users']
  readonly isAscending: boolean
}
/** How a list is sorted: by a column, or as a collection is. */
type RowOrder =
  | NumberOrder
  | { readonly number: number; readonly kind: 'texts'; readonly column: 'username'; readonly isDescending: boolean }
  | { readonly number: number; readonly kind: 'own' }

/** Positions name orders by these numbers: orders of posts from 0, orders of creators from 100, each reversed 50 later. */
const ownOrder = 99
const firstUserOrder = 100
const reversed = 50

const orderOfPosts = ({ of, order }: PostQuery): RowOrder => {
  if (order === null && of?.feed === 'collectionPosts') return { number: ownOrder, kind: 'own' }
  const { order: name, isReversed } = readSorting(order ?? 'NEWEST')
  const { column, direction } = postOrders[name]
  const number = Object.keys(postOrders).indexOf(name) + (isReversed ? reversed : 0)
  return { number, kind: 'numbers', column, isAscending: (direction === 'ASC') !== isReversed }
}

const orderOfUsers = (query: UserQuery): RowOrder => {
  const { order: name, isReversed } = readSorting(query.order ?? 'FOLLOWERS')
  const { column }: { column: UserNumber | 'username' } = userOrders[name]
  const number = firstUserOrder + Object.keys(userOrders).indexOf(name) + (isReversed ? reversed : 0)
  return column === 'username'
    ? { number, kind: 'texts', column, isDescending: isReversed }
    : { number, kind: 'numbers', column, isAscending: isReversed }
}

/** A page of a filtered, sorted list of posts; null when the owner of the list does not exist. Throws `BadPosition`. */
export const findPosts = (
  chunks: CachedChunks,
  query: PostQuery,
  request: PageRequest,
  turn: Turn,
  options: FindOptions = {}
): Promise<FoundRows | null> => findRows('posts', chunks, query, orderOfPosts(query), request, turn, options)

/** A page of a filtered, sorted list of creators. Throws `BadPosition`. */
export const findUsers = async (
  chunks: CachedChunks,
  query: UserQuery,
  request: PageRequest,
  turn: Turn,
  options: FindOptions = {}
): Promise<FoundRows> => {
  const found = await findRows('users', chunks, { ...query, of: null }, orderOfUsers(query), request, turn, options)
  return found ?? { rows: [], positions: [], next: null, scanned: 0 }
}

const findRows = async (
  table: 'posts' | 'users',
  chunks: CachedChunks,
  { of, where }: Pick<PostQuery, 'of' | 'where'>,
  order: RowOrder,
  { count, after }: PageRequest,
  turn: Turn,
  { maxRows = maxScannedRows }: FindOptions
): Promise<FoundRows | null> => {
  const cursor = after === null ? null : rankedAt(order.number, order.kind === 'texts', after)
  const slots = new Slots()
  const list = await RowList.open({ chunks, table, slots, turn, of, where, maxRows })
  if (list === null) return null
  // One additional row shows whether there is a next page.
  const best = new BestRows(count + 1, cursor)
  const sorting = sortingOf(order, { table, chunks, slots, best, cursor, list })
  try {
    await list.walk(sorting)
  } catch (error) {
    if (error instanceof TooManyRows) throw tooManyRows(table === 'posts' ? 'posts' : 'creators', maxRows)
    throw error
  }
  const page = best.sorted.slice(0, count)
  const positions = page.map((row) => positionOf(order.number, row))
  const next = best.sorted.length > count ? (positions.at(-1) ?? null) : null
  return { rows: page.map(({ row }) => row), positions, next, scanned: list.scanned }
}

type SortingOptions = {
  table: 'posts' | 'users'
  chunks: CachedChunks
  slots: Slots
  best: BestRows
  cursor: RankedRow | null
  list: RowList
}

const sortingOf = (order: RowOrder, options: SortingOptions): Parameters<RowList['walk']>[0] => {
  if (order.kind === 'own') return byPlace(options)
  return order.kind === 'texts' ? byText(order, options) : byNumber(order, options)
}

const byPlace = ({ best, list }: SortingOptions) => {
  const places = new Map(list.collection?.map((row, place) => [row, place]))
  return {
    visit: (group: RowGroup, selection: Selection) => {
      for (const at of selection.written()) {
        const row = group.first + at
        best.offer({ row, text: null, value: -(places.get(row) ?? 0), first: 0, second: 0 })
      }
    }
  }
}

/** Unknown numbers sort last. */
const known = (number: number): number => (Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number)

/** Sort keys for rows with equal values in the sorted column. */
const tiesOf = ({
  table,
  slots
}: SortingOptions): ((group: RowGroup, at: number) => { first: number; second: number }) => {
  const idOrder = slots.of('id_order')
  if (table === 'users') {
    return (group, at) => ({ first: 0, second: known(numberAt(group.numbers(idOrder), at)) })
  }
  const createdAt = slots.of('created_at')
  return (group, at) => ({
    first: known(numberAt(group.numbers(createdAt), at)),
    second: known(numberAt(group.numbers(idOrder), at))
  })
}

/** How a walk finds the best rows by a column of numbers. */
export const byNumber = (
  { column, isAscending }: Pick<NumberOrder, 'column' | 'isAscending'>,
  options: SortingOptions
) => {
  const { table, chunks, slots, best, cursor } = options
  const slot = slots.of(column)
  const ties = tiesOf(options)
  const sign = isAscending ? -1 : 1
  const ranges = chunks.rangesOf(table, column)
  const order: OrderPlan = { kind: 'order', slot, bounds: null }
  /** The best value that a group can have, as far as it is known. */
  const bestOf = (group: number): number => {
    const range = ranges[group]
    if (range === undefined) return Number.POSITIVE_INFINITY
    return isAscending ? -range.min : range.max
  }
  return {
    order,
    // Visits groups with the best values first, so that most others need not be read. New rows have the largest numbers.
    sort: (groups: number[]) => groups.sort((a, b) => bestOf(b) - bestOf(a) || b - a),
    skips: (group: number) => {
      const { worst } = best
      const range = ranges[group]
      if (range === undefined) return false
      if (worst !== null && Number.isFinite(worst.value) && bestOf(group) < worst.value) return true
      const leastGood = isAscending ? -range.max : range.min
      return cursor !== null && !range.hasUnknown && leastGood > cursor.value
    },
    visit: (group: RowGroup, selection: Selection) => {
      const chunk = group.numbers(slot)
      const rows = selection.written()
      for (let index = rows.length - 1; index >= 0; index--) {
        const at = rows[index] ?? 0
        const value = known(sign * numberAt(chunk, at))
        const { worst } = best
        if ((worst !== null && value < worst.value) || (cursor !== null && value > cursor.value)) continue
        best.offer({ row: group.first + at, text: null, value, ...ties(group, at) })
      }
      const { worst } = best
      if (worst === null || !Number.isFinite(worst.value)) return
      const most = cursor === null ? Number.POSITIVE_INFINITY : cursor.value
      order.bounds = isAscending ? { min: -most, max: -worst.value } : { min: worst.value, max: most }
    }
  }
}

/** A text that sorts in reverse: its bytes are inverted, with a larger byte at the end. */
const reversedText = (text: Buffer): Buffer => {
  const sorted = Buffer.alloc(text.length + 1, 255)
  for (let at = 0; at < text.length; at++) sorted[at] = 255 - (text[at] ?? 0)
  return sorted
}
const originalText = (sorted: Buffer): Buffer => reversedText(sorted.subarray(0, -1)).subarray(0, -1)

const byText = (
  { column, isDescending }: Pick<Extract<RowOrder, { kind: 'texts' }>, 'column' | 'isDescending'>,
  options: SortingOptions
) => {
  const { slots, best, cursor } = options
  const slot = slots.of(column)
  const ties = tiesOf(options)
  const order: OrderPlan = { kind: 'order', slot, bounds: null }
  const originalOf = (row: RankedRow | null): Buffer | null =>
    row === null || row.text === null || !isDescending ? (row?.text ?? null) : originalText(row.text)
  const after = originalOf(cursor)
  return {
    order,
    visit: (group: RowGroup, selection: Selection) => {
      const chunk = group.texts(slot)
      const from = isDescending || after === null ? 0 : placeOfText(chunk, after)
      for (const at of selection.written()) {
        const place = chunk.places[at] ?? unknownText
        if (place < from) continue
        const text = place === unknownText ? null : Buffer.from(textAt(chunk, place))
        const sorted = text !== null && isDescending ? reversedText(text) : text
        best.offer({ row: group.first + at, text: sorted, value: 0, ...ties(group, at) })
      }
      const worst = originalOf(best.worst)
      if (worst !== null) order.bounds = isDescending ? { from: worst, to: after } : { from: after, to: worst }
    }
  }
}
