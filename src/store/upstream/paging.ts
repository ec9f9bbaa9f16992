import type { ExactJson } from '../../records/exact-json.ts'
import type { FeedKind } from '../kinds.ts'
import type { Envelope } from './envelope.ts'
import { type UpstreamStop, UpstreamTrail } from './walk.ts'

const wholeNumber = (json: ExactJson | undefined): number | null => {
  const number = typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : json
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

const hasMore = ({ has_more }: Envelope): boolean => has_more === true || has_more === 'true' || has_more === 1

/** One pagination kind of the contract: request parameters and how to continue. */
export type Paging = {
  /** Whether clients can make up positions, which select pages of the other server. */
  readonly isByNumber: boolean
  /** Start for a position that a client made up by the contract's rules; null for an invalid one. */
  begin: (position: string, count: number) => UpstreamStop | null
  /** Query parameters for a stop. */
  query: (stop: UpstreamStop) => string
  /** The next page, with its size; null at the end and when the upstream does not progress. */
  next: (stop: UpstreamStop, pagination: Envelope, count: number) => Pick<UpstreamStop, 'page' | 'size'> | null
  /** Prefix of a position with the contract's own number: where the next page begins. */
  prefix: (stop: UpstreamStop, pagination: Envelope) => string
  total: (pagination: Envelope) => number | null
}

/** The start of a walk, or of a single page. */
export const startOf = (page: string | null, size: number): UpstreamStop => ({
  page,
  size,
  shown: 0,
  trail: UpstreamTrail.empty
})

export const byCursor: Paging = {
  isByNumber: false,
  begin: () => null,
  query: ({ page, size }) => `count=${size}${page === null ? '' : `&cursor=${encodeURIComponent(page)}`}`,
  next({ page }, pagination, count) {
    const { cursor } = pagination
    const next = typeof cursor === 'number' || typeof cursor === 'bigint' ? String(cursor) : cursor
    // Without a new cursor the walk cannot continue, whatever has_more says.
    if (!hasMore(pagination) || typeof next !== 'string' || ['', '0', '-1', page].includes(next)) return null
    return { page: next, size: count }
  },
  prefix: () => '',
  total: () => null
}

export const byTime: Paging = {
  isByNumber: true,
  begin: (position, count) => (/^\d{1,15}$/.test(position) ? startOf(position, count) : null),
  query: ({ page, size }) => `count=${size}${page === null ? '' : `&max_time=${page}`}`,
  next({ page }, pagination, count) {
    const time = wholeNumber(pagination.next_max_time) ?? 0
    // Times must decrease, or the walk would never end.
    const runs = time > 0 && (page === null || time < Number(page))
    return hasMore(pagination) && runs ? { page: String(time), size: count } : null
  },
  prefix: ({ page, shown }, { next_max_time }) =>
    String((shown === 0 ? null : wholeNumber(next_max_time)) ?? page ?? 0),
  total: ({ total }) => wholeNumber(total) ?? 0
}

export const byNumber: Paging = {
  isByNumber: true,
  begin(position, count) {
    if (!/^\d{1,15}$/.test(position)) return null
    return Number(position) % count === 0 ? startOf(String(Number(position) / count + 1), count) : null
  },
  query: ({ page, size }) => `page=${page ?? 1}&count=${size}`,
  next({ page, size }, pagination, count) {
    if (!hasMore(pagination)) return null
    const passed = Number(page ?? 1) * size
    // Page numbers assume one size, so another size can continue only at a common boundary.
    return passed % count === 0
      ? { page: String(passed / count + 1), size: count }
      : { page: String(passed / size + 1), size }
  },
  prefix: () => '',
  total: ({ total }) => wholeNumber(total) ?? 0
}

export const pagingOf = (kind: FeedKind): Paging =>
  kind === 'userFollowers' ? byTime : kind === 'soundLibrary' ? byNumber : byCursor
