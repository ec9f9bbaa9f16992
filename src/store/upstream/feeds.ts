import { toByteText } from '../../core/byte-text.ts'
import { ApiError } from '../../core/errors.ts'
import type { PageRequest, Position } from '../../core/paging.ts'
import { type ExactJson, readExactly, unrounded } from '../../records/exact-json.ts'
import { Post } from '../../records/post.ts'
import { readRecord } from '../../records/reading.ts'
import { type FeedKind, type Feeds, feeds } from '../kinds.ts'
import type { Freshness, OnFreshness, Page, UnreadPage } from '../source.ts'
import { UpstreamFault } from './endpoint.ts'
import { type Answer, type Envelope, envelopeIn, isObject } from './envelope.ts'
import { leastFresh } from './freshness.ts'
import { byCursor, type Paging, pagingOf, startOf } from './paging.ts'
import { readPost } from './posts.ts'
import { type Marks, mark, readStop, rememberedElements, type UpstreamStop, writeStop } from './walk.ts'

/** Requests a page of the upstream, by REST at a path; null for "not found". An answer without text is not in the form of REST. */
export type Ask = (stop: UpstreamStop, path: string) => Promise<Answer | null>
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
  const read = record === Post ? readPost : (json: ExactJson) => readRecord(record, json)
  return {
    // Without a path, only the graph is asked.
    address: (key) =>
      path === null ? '' : path.replace('{key}', () => encodeURIComponent(key)) + (path.includes('?') ? '&' : '?'),
    // The schema is that of the kind's record.
    read: read as Feed<Feeds[K]>['read']
  }
}

/** A list element: its record, or null when unreadable, and what it is known by. */
type Element<T> = { id: string; record: T | null }
/** Maximum elements per page: ten times the largest page, because some upstreams send more than requested. */
const maxElements = 1_000

type ListAnswer<T> = { elements: Element<T>[]; pagination: Envelope }

const listIn = <T extends Feeds[FeedKind]>({ read }: Feed<T>, json: ExactJson): ListAnswer<T> => {
  const { data, pagination } = envelopeIn(json) ?? {}
  if (!Array.isArray(data) || data.length > maxElements || !isObject(pagination ?? null)) {
    throw new ApiError('UPSTREAM_ERROR', undefined, { cause: new UpstreamFault('contract') })
  }
  const elements = data.map((json): Element<T> => {
    const record = read(json)
    return { record, id: record === null ? JSON.stringify(json, longIntegersAsText) : idOf(record) }
  })
  unrounded((pagination as Envelope).cursor)
  return { elements, pagination: pagination as Envelope }
}

const longIntegersAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

const markOf = ({ id }: { id: string }): string => mark(id)

/** One page of the upstream within a walk, and the ids of its elements that the walk has passed. */
type Leg = { here: UpstreamStop; pagination: Envelope; passed: string[] }

/** Where a walk goes on: at a stop, which is found when it is needed; within the page that is full; or nowhere. */
type Onwards = (() => UpstreamStop) | 'full' | null

/** A page filled from pages of the upstream. Its positions are found when they are asked for, because most are not. */
class UpstreamPage<T extends Feeds[FeedKind]> implements Page<T> {
  readonly items: T[] = []
  total: number | null = null
  readonly #kind: FeedKind
  readonly #count: number
  /** Of each item: its leg, and how many elements of that were passed after it. */
  readonly #places: { leg: Leg; passed: number }[] = []
  #onwards: Onwards = null
  #unread: UnreadPage<T> | null = null
  #next: Position | null | undefined
  #positions: Position[] | undefined

  constructor(kind: FeedKind, count: number) {
    this.#kind = kind
    this.#count = count
  }

  get #paging(): Paging {
    return pagingOf(this.#kind)
  }

  /** Shows what an answer has that the walk has not shown. */
  add(here: UpstreamStop, { elements, pagination }: ListAnswer<T>): Onwards {
    this.total = this.#paging.total(pagination)
    this.#onwards = this.#add(here, elements, pagination)
    return this.#onwards
  }

  #add(here: UpstreamStop, elements: readonly Element<T>[], pagination: Envelope): Onwards {
    const { trail } = here
    // The first page of a walk needs no marks.
    const marks = trail.isEmpty ? null : elements.map(markOf)
    if (marks !== null && trail.isCircle(marks)) return null
    const leg: Leg = { here, pagination, passed: [] }
    const passedAt = new Map<string, number>()
    for (let index = marks === null ? 0 : startWithin(marks, here); index < elements.length; index += 1) {
      const { id, record } = elements[index] as Element<T>
      const { length } = leg.passed
      const isShown =
        (passedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= length - rememberedElements ||
        (marks !== null && trail.has(marks[index] ?? '', length))
      if (isShown) continue
      if (record !== null && this.items.length === this.#count) return 'full'
      passedAt.set(id, leg.passed.push(id) - 1)
      if (record === null) continue
      this.items.push(record)
      this.#places.push({ leg, passed: leg.passed.length })
    }
    const next = this.#paging.next(here, pagination, this.#count)
    if (next === null) return null
    const isBarren = here.shown + leg.passed.length === 0
    const trailOn = () =>
      stopAfter(leg, leg.passed.length).trail.onwards(String(next.page), marks ?? elements.map(markOf), isBarren)
    // The first page leads on wherever it leads.
    if (marks === null) return () => ({ ...next, shown: 0, trail: trailOn() ?? trail })
    const onwards = trailOn()
    return onwards === null ? null : () => ({ ...next, shown: 0, trail: onwards })
  }

  get next(): Position | null {
    this.#next ??=
      this.#onwards === 'full'
        ? (this.positions.at(-1) ?? null)
        : this.#onwards === null
          ? null
          : this.#position(this.#onwards(), {})
    return this.#next
  }

  get positions(): Position[] {
    this.#positions ??= this.#places.map(({ leg, passed }) => this.#position(stopAfter(leg, passed), leg.pagination))
    // After the last element of an upstream page, the next page begins.
    const { length } = this.#positions
    if (length > 0 && typeof this.#onwards === 'function') this.#positions[length - 1] = this.next as Position
    return this.#positions
  }

  #position(stop: UpstreamStop, pagination: Envelope): Position {
    return this.#paging.prefix(stop, pagination) + writeStop(stop)
  }

  /** It can be read again from the one text that it was read from. */
  keepText(text: string, read: (text: string) => Page<T>): void {
    this.#unread = { text: toByteText(text), read }
  }

  get unread(): UnreadPage<T> | null {
    return this.#unread
  }

  toJSON(): Page<T> {
    const { items, positions, next, total } = this
    return { items, positions, next, total }
  }
}

/** The stop in an upstream page after so many elements that the walk has passed. */
const stopAfter = ({ here, passed }: Leg, count: number): UpstreamStop => ({
  ...here,
  shown: here.shown + count,
  trail: here.trail.with(passed.slice(0, count).map(mark))
})

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
  ask: Ask,
  onUnreadable: OnUnreadable,
  signal: AbortSignal,
  onFreshness: OnFreshness
): Promise<Page<Feeds[K]> | null> => {
  const feed = feedOf(kind)
  const paging = pagingOf(kind)
  const begun = after === null ? startOf(null, count) : paging.begin(after, count)
  const maxPages = begun !== null && paging !== byCursor ? 1 : maxPagesARequest
  const first = begun ?? readStop((after ?? '').replace(/^\d+(?=\[)/, ''))
  const page = new UpstreamPage<Feeds[K]>(kind, count)
  let onwards: Onwards = () => first
  let freshness: Freshness | null = null
  for (let pages = 0; typeof onwards === 'function' && pages < maxPages && page.items.length < count; pages += 1) {
    const here: UpstreamStop = onwards()
    let answer: Answer | null
    let list: ListAnswer<Feeds[K]> = { elements: [], pagination: {} }
    try {
      answer = await ask(here, feed.address(key) + paging.query(here))
      if (answer !== null) list = readExactly(answer.envelope, answer.text, (json) => listIn(feed, json))
    } catch (error) {
      // Return what is there; the next request continues.
      if (page.items.length === 0 || signal.aborted) throw error
      break
    }
    if (answer === null) {
      if (pages === 0) return null
      onwards = page.add(here, list)
      break
    }
    const unreadable = list.elements.filter(({ record }) => record === null).length
    if (unreadable > 0) onUnreadable(kind, unreadable)
    onwards = page.add(here, list)
    freshness = leastFresh(freshness, answer.freshness)
    const isWhole = pages === 0 && (typeof onwards !== 'function' || maxPages === 1 || page.items.length >= count)
    // Deep in a walk the position is long, and an answer may be much longer than the page. Of unreadable elements some may be readable later.
    const isPlain = first.trail.isEmpty && unreadable === 0 && list.elements.length <= 2 * count && answer.text !== ''
    if (isWhole && isPlain) page.keepText(answer.text, pageAgain(kind, count, first))
  }
  if (freshness !== null) onFreshness(0, freshness)
  return page
}

/** Reads the page that one answer filled from its text. */
const pageAgain =
  <K extends FeedKind>(kind: K, count: number, here: UpstreamStop) =>
  (text: string): Page<Feeds[K]> => {
    const page = new UpstreamPage<Feeds[K]>(kind, count)
    const feed = feedOf(kind)
    page.add(
      here,
      readExactly(JSON.parse(text), text, (json) => listIn(feed, json))
    )
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
