import type { PageRequest } from '../../core/paging.ts'
import type { PageEnds } from '../source.ts'
import type { Readable, Selection } from '../tables/columns.ts'
import { type Reader, type Statement, statement } from './database.ts'

/** The rows of a feed: one range of one index. */
export type Range<T> = {
  /** Query for the owner's `pk` by `wanted.key`, optionally with `total`. No row means that the owner does not exist. */
  owner: string
  selection: Selection<T>
  /** Everything after FROM. */
  from: string
  /** Column with the owner. */
  key?: string
  /** Columns that form a position. */
  position: readonly string[]
  direction: 'ASC' | 'DESC'
}

type Listed<T> = { items: T[] } & PageEnds

/** Reads pages of a range: owner, total and rows in one statement, shared by all requests with the same page size. */
export const rangeReader = <T>({ owner, selection, from, key, position, direction }: Range<T>) => {
  const names = position.map((_, index) => `position_${index}`)
  const places = position.map((_, index) => `after_${index}`)
  const ordered = (columns: readonly string[]) => columns.map((column) => `${column} ${direction}`).join(', ')
  // Ordered again outside, because a join guarantees no order.
  const page: Statement = statement(
    `SELECT page.*, owner.total, wanted.number
    FROM unnest($1::text[], ${position.map((_, index) => `$${index + 2}::bigint[]`).join(', ')})
      WITH ORDINALITY AS wanted (key, ${places}, number)
    CROSS JOIN LATERAL (${owner}) owner LEFT JOIN LATERAL (
    SELECT ${selection.columns}, ${position.map((column, index) => `${column} AS ${names[index]}`).join(', ')} FROM ${from}
    WHERE ${key === undefined ? '' : `${key} = owner.pk AND `}(${position}) ${direction === 'DESC' ? '<' : '>'} (${places.map((place) => `wanted.${place}`)})
    ORDER BY ${ordered(position)} LIMIT $${position.length + 2}
  ) page ON true ORDER BY wanted.number, ${ordered(names.map((name) => `page.${name}`))}`,
    { isPage: true }
  )
  const first = selection.width
  const behind = first + position.length

  /** `after`: one number per position column. Null when the owner does not exist. */
  return async (
    { rowsOf, base }: Reader,
    owner: string,
    after: readonly number[],
    { count }: PageRequest
  ): Promise<Listed<T> | null> => {
    // The additional row only shows that there is a next page.
    const [found = []] = await rowsOf(page, [[owner, ...after]], count + 1)
    if (found.length === 0) return null
    const total = found[0]?.[behind]
    // An owner without rows has one row without a position.
    const listed = found.filter((cells) => cells[first] !== null)
    const shown = listed.slice(0, count)
    const positions = shown.map((cells) => cells.slice(first, behind).join('.'))
    return {
      items: shown.map((cells) => selection.read(cells, base)),
      positions,
      next: listed.length > count ? (positions.at(-1) ?? null) : null,
      total: typeof total === 'number' ? total : null
    }
  }
}

/**
 * Reads records by key, in the order of the keys; null for missing ones. `from`: everything after FROM up to the compared column.
 * `isPage`: whether the records form a page together.
 */
export const recordsReader = <T>(selection: Readable<T>, from: string, type: 'text' | 'bigint', isPage = false) => {
  const text = statement(
    `SELECT ${selection.columns}, wanted.number
    FROM unnest($1::${type}[]) WITH ORDINALITY AS wanted (key, number) CROSS JOIN ${from} = wanted.key`,
    { isPage }
  )
  return async ({ rowsOf, base }: Reader, keys: readonly (string | number)[]): Promise<(T | null)[]> => {
    const found = await rowsOf(
      text,
      keys.map((key) => [key])
    )
    return found.map(([cells]) => (cells === undefined ? null : selection.read(cells, base)))
  }
}
