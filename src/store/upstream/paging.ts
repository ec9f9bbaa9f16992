import type { ExactJson } from '../../records/exact-json.ts'
import type { FeedKind } from '../kinds.ts'
import type { Envelope } from './envelope.ts'
import { type Stop, Trail } from './walk.ts'

const wholeNumber = (json: ExactJson | undefined): number | null => {
  const number = typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : json
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

const hasMore = ({ has_more }: Envelope): boolean => has_more === true || has_more === 'true' || has_more === 1

/** One of the contract's kinds of pagination: how it is asked for, and how it is gone on with. */
export type Paging = {
  /** Where to begin for a position that clients make up themselves, by the rules of the contract; null when it is none. */
  begin: (position: string, count: number) => Stop | null
  /** Asks for the page of a stop. */
  query: (stop: Stop) => string
  /** The page behind one, with its size; null at the end and where there is no way on. */
  next: (stop: Stop, pagination: Envelope, count: number) => Pick<Stop, 'page' | 'size'> | null
  /** What stands before a position, so that it tells the contract's own number as well: where the page behind it begins. */
  prefix: (stop: Stop, pagination: Envelope) => string
  total: (pagination: Envelope) => number | null
}

/** The beginning of a walk, or of a page that stands by itself. */
export const startOf = (page: string | null, size: number): Stop => ({ page, size, shown: 0, trail: Trail.empty })

export const byCursor: Paging = {
  begin: () => null,
  query: ({ page, size }) => `count=${size}${page === null ? '' : `&cursor=${encodeURIComponent(page)}`}`,
  next({ page }, pagination, count) {
    const { cursor } = pagination
    const next = typeof cursor === 'number' || typeof cursor === 'bigint' ? String(cursor) : cursor
    // Without a cursor that moves there is no way on, whatever has_more says.
    if (!hasMore(pagination) || typeof next !== 'string' || ['', '0', '-1', page].includes(next)) return null
    return { page: next, size: count }
  },
  prefix: () => '',
  total: () => null
}

const byTime: Paging = {
  begin: (position, count) => (/^\d{1,15}$/.test(position) ? startOf(position, count) : null),
  query: ({ page, size }) => `count=${size}${page === null ? '' : `&max_time=${page}`}`,
  next({ page }, pagination, count) {
    const time = wholeNumber(pagination.next_max_time) ?? 0
    // Time must run backwards, or the walk would never end.
    const runs = time > 0 && (page === null || time < Number(page))
    return hasMore(pagination) && runs ? { page: String(time), size: count } : null
  },
  prefix: ({ page, shown }, { next_max_time }) =>
    String((shown === 0 ? null : wholeNumber(next_max_time)) ?? page ?? 0),
  total: ({ total }) => wholeNumber(total) ?? 0
}

const byNumber: Paging = {
  begin(position, count) {
    if (!/^\d{1,15}$/.test(position)) return null
    return Number(position) % count === 0 ? startOf(String(Number(position) / count + 1), count) : null
  },
  query: ({ page, size }) => `page=${page ?? 1}&count=${size}`,
  next({ page, size }, pagination, count) {
    if (!hasMore(pagination)) return null
    const passed = Number(page ?? 1) * size
    // Numbers count in pages of one size: another one can take over where their borders meet.
    return passed % count === 0
      ? { page: String(passed / count + 1), size: count }
      : { page: String(passed / size + 1), size }
  },
  prefix: () => '',
  total: ({ total }) => wholeNumber(total) ?? 0
}

export const pagingOf = (kind: FeedKind): Paging =>
  kind === 'userFollowers' ? byTime : kind === 'soundLibrary' ? byNumber : byCursor
