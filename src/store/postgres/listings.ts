import type { PageRequest } from '../../core/paging.ts'
import type { PageEnds } from '../source.ts'
import { type FoundIn, foundIn, type Readable } from '../tables/columns.ts'
import { conditionOf, orderOf, type Range, startOf } from '../tables/feeds.ts'
import { type QueryReader, type Statement, statement } from './database.ts'

type Listing<T> = { items: T[] } & PageEnds

/** Reads pages of a range: owner, total and rows in one statement, shared by all requests with the same page size. */
export const rangeReader = <T>(range: Range<T>) => {
  const { owner, selection, from, position, direction } = range
  const names = position.map((_, index) => `position_${index}`)
  const places = position.map((_, index) => `after_${index}`)
  const condition = conditionOf(
    range,
    'owner.pk',
    places.map((place) => `wanted.${place}`)
  )
  // Ordered again outside, because a join guarantees no order.
  const page: Statement = statement(
    `SELECT page.*, owner.total, wanted.number
    FROM unnest($1::text[], ${position.map((_, index) => `$${index + 2}::bigint[]`).join(', ')})
      WITH ORDINALITY AS wanted (key, ${places}, number)
    CROSS JOIN LATERAL (${owner('wanted.key')}) owner LEFT JOIN LATERAL (
    SELECT ${selection.columns}, ${position.map((column, index) => `${column} AS ${names[index]}`).join(', ')} FROM ${from}
    WHERE ${condition} LIMIT $${position.length + 2}
  ) page ON true ORDER BY wanted.number, ${orderOf(
    names.map((name) => `page.${name}`),
    direction
  )}`,
    { isPage: true }
  )
  const first = selection.width
  const totalIndex = first + position.length

  /** Null when the owner does not exist. */
  return async ({ rowsOf, base }: QueryReader, key: string, request: PageRequest): Promise<Listing<T> | null> => {
    const { count } = request
    // The additional row only shows that there is a next page.
    const [found = []] = await rowsOf(page, [[key, ...startOf(range, request)]], count + 1)
    if (found.length === 0) return null
    const total = found[0]?.[totalIndex]
    // An owner without rows has one row without a position.
    const listed = found.filter((cells) => cells[first] !== null)
    const shown = listed.slice(0, count)
    const positions = shown.map((cells) => cells.slice(first, totalIndex).join('.'))
    return {
      items: shown.map((cells) => selection.read(cells, base)),
      positions,
      next: listed.length > count ? (positions.at(-1) ?? null) : null,
      total: typeof total === 'number' ? total : null
    }
  }
}

/**
 * Reads records by key, in the order of the keys; null for missing ones. `isPage`: whether the records form a page
 * together.
 */
export const recordsReader = <T>(selection: Readable<T>, from: FoundIn, type: 'text' | 'bigint', isPage = false) => {
  const text = statement(
    `SELECT ${selection.columns}, wanted.number
    FROM unnest($1::${type}[]) WITH ORDINALITY AS wanted (key, number) CROSS JOIN ${foundIn(from, 'wanted.key')}`,
    { isPage }
  )
  return async ({ rowsOf, base }: QueryReader, keys: readonly (string | number)[]): Promise<(T | null)[]> => {
    const found = await rowsOf(
      text,
      keys.map((key) => [key])
    )
    return found.map(([cells]) => (cells === undefined ? null : selection.read(cells, base)))
  }
}
