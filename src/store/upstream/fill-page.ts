import { toByteText } from '../../core/byte-text.ts'
import type { PageRequest, Position } from '../../core/paging.ts'
import type { Freshness, OnFreshness, Page, UnreadPage } from '../source.ts'
import type { Envelope } from './envelope.ts'
import { leastFresh } from './freshness.ts'
import { type Paging, startOf } from './paging.ts'
import { type Marks, mark, readStop, rememberedElements, type UpstreamStop, writeStop } from './walk.ts'

/** Fills pages of a walk from the pages of another server. */

/** A list element: its record, or null when unreadable, and its identity. */
export type Element<T> = { id: string; record: T | null }
/** `pagination`: read by `Paging`. */
export type ListAnswer<T> = { elements: Element<T>[]; pagination: Envelope }

/** A list that is read one page of the other server at a time. */
export type WalkedList<T> = {
  readonly paging: Paging
  /** Null if the owner of the list does not exist. `text`: the text from which `again` reads the same list. */
  read(stop: UpstreamStop): Promise<{ list: ListAnswer<T>; freshness: Freshness; text?: () => string } | null>
  again?(text: string): ListAnswer<T>
  /** Whether an empty page is useful for its position, where the reader continues later. */
  readonly isResumed?: boolean
}

const markOf = ({ id }: { id: string }): string => mark(id)

/** One page of the upstream within a walk, and the ids of its elements that the walk has passed. */
type Leg = { stop: UpstreamStop; pagination: Envelope; passed: string[] }

/** Where a walk continues: at a stop, which is computed when needed; within the current page, because the client's page is full; or nowhere. */
type Onwards = (() => UpstreamStop) | 'full' | null

/** A page filled from pages of the upstream. It computes positions on request, because most are never used. */
class WalkedPage<T> implements Page<T> {
  readonly items: T[] = []
  total: number | null = null
  readonly #paging: Paging
  readonly #count: number
  /** Leg of each item, and how many elements of the leg were passed after the item. */
  readonly #places: { leg: Leg; passed: number }[] = []
  #onwards: Onwards = null
  #unread: (() => UnreadPage<T>) | null = null
  #next: Position | null | undefined
  #positions: Position[] | undefined

  constructor(paging: Paging, count: number) {
    this.#paging = paging
    this.#count = count
  }

  /** Adds the elements of an answer that the walk has not shown. */
  add(stop: UpstreamStop, { elements, pagination }: ListAnswer<T>): Onwards {
    this.total = this.#paging.total(pagination)
    this.#onwards = this.#add(stop, elements, pagination)
    return this.#onwards
  }

  #add(stop: UpstreamStop, elements: readonly Element<T>[], pagination: Envelope): Onwards {
    const { trail } = stop
    // The first page of a walk needs no marks.
    const marks = trail.isEmpty ? null : elements.map(markOf)
    if (marks !== null && trail.isCircle(marks)) return null
    const leg: Leg = { stop, pagination, passed: [] }
    const passedAt = new Map<string, number>()
    for (let index = marks === null ? 0 : startWithin(marks, stop); index < elements.length; index += 1) {
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
    const next = this.#paging.next(stop, pagination, this.#count)
    if (next === null) return null
    const isBarren = stop.shown + leg.passed.length === 0
    const trailOn = () =>
      stopAfter(leg, leg.passed.length).trail.onwards(String(next.page), marks ?? elements.map(markOf), isBarren)
    // From the first page, the walk always continues.
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

  /** Keeps the text of the only answer in the page, from which it can be read again. */
  keepText(text: () => string, read: (text: string) => Page<T>): void {
    this.#unread = () => ({ text: toByteText(text()), read })
  }

  get unread(): UnreadPage<T> | null {
    return this.#unread?.() ?? null
  }

  toJSON(): Page<T> {
    const { items, positions, next, total } = this
    return { items, positions, next, total }
  }
}

/** The stop in an upstream page after so many elements that the walk has passed. */
const stopAfter = ({ stop, passed }: Leg, count: number): UpstreamStop => ({
  ...stop,
  shown: stop.shown + count,
  trail: stop.trail.with(passed.slice(0, count).map(mark))
})

/** Pages of the other server per request: short and empty pages are skipped, within this limit. */
export const maxPagesARequest = 6

/**
 * Fills a page from several pages of the other server, without elements seen earlier in the walk. For a position that the client made up, it
 * reads exactly one page of the server, so that the next one neither repeats nor skips anything.
 */
export const fillPage = async <T>(
  list: WalkedList<T>,
  { count, after }: PageRequest,
  onUnreadable: (count: number) => void,
  signal: AbortSignal,
  onFreshness: OnFreshness
): Promise<Page<T> | null> => {
  const { paging } = list
  const begun = after === null ? startOf(null, count) : paging.begin(after, count)
  const maxPages = begun !== null && paging.isByNumber ? 1 : maxPagesARequest
  const first = begun ?? readStop((after ?? '').replace(/^\d+(?=\[)/, ''))
  const page = new WalkedPage<T>(paging, count)
  let onwards: Onwards = () => first
  let freshness: Freshness | null = null
  for (let pages = 0; typeof onwards === 'function' && pages < maxPages && page.items.length < count; pages += 1) {
    const stop: UpstreamStop = onwards()
    let answer: Awaited<ReturnType<typeof list.read>>
    try {
      answer = await list.read(stop)
    } catch (error) {
      // Return what is there; the next request continues.
      const isNothing = page.items.length === 0 && (list.isResumed !== true || pages === 0)
      if (isNothing || signal.aborted) throw error
      break
    }
    if (answer === null) {
      if (pages === 0) return null
      onwards = page.add(stop, nothing)
      break
    }
    const { elements } = answer.list
    const unreadable = elements.filter(({ record }) => record === null).length
    if (unreadable > 0) onUnreadable(unreadable)
    onwards = page.add(stop, answer.list)
    freshness = leastFresh(freshness, answer.freshness)
    const isWhole = pages === 0 && (typeof onwards !== 'function' || maxPages === 1 || page.items.length >= count)
    // Deep in a walk the position is long, an answer may be much longer than the page, and unreadable elements may be readable later.
    const isPlain = first.trail.isEmpty && unreadable === 0 && elements.length <= 2 * count
    if (isWhole && isPlain && answer.text !== undefined) page.keepText(answer.text, pageAgain(list, count, first))
  }
  if (freshness !== null) onFreshness(0, freshness)
  return page
}

const nothing = { elements: [], pagination: {} }

/** Returns a reader for a page that one answer filled, from the text of the answer. */
const pageAgain =
  <T>({ paging, again }: WalkedList<T>, count: number, stop: UpstreamStop) =>
  (text: string): Page<T> => {
    const page = new WalkedPage<T>(paging, count)
    page.add(stop, again?.(text) ?? nothing)
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
