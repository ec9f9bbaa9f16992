import { ApiError } from '../../core/errors.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { Post } from '../../records/post.ts'
import { readRecord } from '../../records/reading.ts'
import { type FeedKind, type Feeds, feeds } from '../kinds.ts'
import type { Page } from '../source.ts'
import { UpstreamFault } from './endpoint.ts'
import { type Envelope, isObject } from './envelope.ts'
import { byCursor, pagingOf, startOf } from './paging.ts'
import { readPost } from './posts.ts'
import { type Marks, mark, readStop, type UpstreamStop, writeStop } from './walk.ts'

/** Requests a path; null for "not found". */
export type Get = (path: string) => Promise<Envelope | null>
/** Called when unreadable list elements were skipped. */
type OnUnreadable = (kind: FeedKind, count: number) => void

/** How a list of the contract is read. */
type Feed<T> = {
  /** Up to the parameters that say which page. */
  address: (key: string) => string
  read: (json: ExactJson) => T | null
}

/** The first field of a record is its id. A post that comes without one is known by what does not change in it. */
const idOf = (record: Feeds[FeedKind]): string => {
  // Listing all values of each element of a page would take a tenth of the time that reading them takes.
  for (const name in record) {
    const id: unknown = record[name as keyof typeof record]
    if (typeof id === 'string') return id
    break
  }
  return JSON.stringify('created_at' in record ? [record.created_at, record.caption, record.share_url] : record)
}

const feedOf = <K extends FeedKind>(kind: K): Feed<Feeds[K]> => {
  const { path, record } = feeds[kind]
  if (path === null) throw new ApiError('UNSUPPORTED')
  const read = record === Post ? readPost : (json: ExactJson) => readRecord(record, json)
  return {
    address: (key) => path.replace('{key}', () => encodeURIComponent(key)) + (path.includes('?') ? '&' : '?'),
    // The schema is that of the kind's record.
    read: read as Feed<Feeds[K]>['read']
  }
}

/** A list element: its record, or null when unreadable, and its mark. */
type Element<T> = { mark: string; record: T | null }
/** Maximum elements per page: ten times the largest page, because some upstreams send more than requested. */
const maxElements = 1_000

type Answer<T> = { elements: Element<T>[]; pagination: Envelope }

const readAnswer = <T extends Feeds[FeedKind]>(
  kind: FeedKind,
  { read }: Feed<T>,
  envelope: Envelope,
  onUnreadable: OnUnreadable
): Answer<T> => {
  const { data, pagination } = envelope
  if (!Array.isArray(data) || data.length > maxElements || !isObject(pagination ?? null)) {
    throw new ApiError('UPSTREAM_ERROR', undefined, { cause: new UpstreamFault('contract') })
  }
  const elements = data.map((json): Element<T> => {
    const record = read(json)
    return { record, mark: mark(record === null ? JSON.stringify(json, longIntegersAsText) : idOf(record)) }
  })
  const unreadable = elements.filter(({ record }) => record === null).length
  if (unreadable > 0) onUnreadable(kind, unreadable)
  return { elements, pagination: pagination as Envelope }
}

const longIntegersAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Upstream pages per request: short and empty pages are skipped, within this limit. */
export const maxPagesARequest = 6

/**
 * Fills a page from several upstream pages, without elements seen earlier in the walk. A page whose position the client made up is exactly
 * one upstream page, so that the next one neither repeats nor skips anything.
 */
export const readPage = async <K extends FeedKind>(
  kind: K,
  key: string,
  { count, after }: PageRequest,
  get: Get,
  onUnreadable: OnUnreadable,
  signal: AbortSignal
): Promise<Page<Feeds[K]> | null> => {
  const row = feedOf(kind)
  const paging = pagingOf(kind)
  const fetch = async (stop: UpstreamStop): Promise<Answer<Feeds[K]> | null> => {
    const envelope = await get(row.address(key) + paging.query(stop))
    return envelope === null ? null : readAnswer(kind, row, envelope, onUnreadable)
  }
  const position = (stop: UpstreamStop, pagination: Envelope) => paging.prefix(stop, pagination) + writeStop(stop)

  const begun = after === null ? startOf(null, count) : paging.begin(after, count)
  const maxPages = begun !== null && paging !== byCursor ? 1 : maxPagesARequest
  const page: Page<Feeds[K]> = { items: [], positions: [], next: null, total: null }
  let stop: UpstreamStop | null = begun ?? readStop((after ?? '').replace(/^\d+(?=\[)/, ''))

  for (let pages = 0; stop !== null && pages < maxPages && page.items.length < count; pages += 1) {
    const here: UpstreamStop = stop
    let answer: Answer<Feeds[K]> | null
    try {
      answer = await fetch(here)
    } catch (error) {
      // Return what is there; the next request continues.
      if (page.items.length === 0 || signal.aborted) throw error
      break
    }
    if (answer === null && pages === 0) return null
    const { elements, pagination } = answer ?? { elements: [], pagination: {} }
    page.total = paging.total(pagination)
    const marks = elements.map((element) => element.mark)
    if (here.trail.isCircle(marks)) {
      stop = null
      break
    }
    let { shown, trail } = here
    for (const { mark, record } of elements.slice(startWithin(marks, here))) {
      if (trail.has(mark)) continue
      if (record !== null && page.items.length === count) {
        // Full in the middle of an upstream page.
        page.next = page.positions.at(-1) ?? null
        return page
      }
      trail = trail.with(mark)
      shown += 1
      if (record === null) continue
      page.items.push(record)
      page.positions.push(position({ ...here, shown, trail }, pagination))
    }
    const next = paging.next(here, pagination, count)
    const onwards = next === null ? null : trail.onwards(String(next.page), marks, shown === 0)
    stop = next === null || onwards === null ? null : { ...next, shown: 0, trail: onwards }
  }
  page.next = stop === null ? null : position(stop, {})
  // After the last element of an upstream page, the next page begins.
  if (page.next !== null && page.positions.length > 0) page.positions[page.positions.length - 1] = page.next
  return page
}

/** Where to continue within a page read again: after the latest shown element that is still there. */
const startWithin = (marks: Marks, { shown, trail }: UpstreamStop): number => {
  for (const latest of trail.latest(shown)) {
    const index = marks.indexOf(latest)
    if (index >= 0) return index + 1
  }
  return 0
}
