import { type Awaitable, andThen } from '../core/awaitable.ts'
import type { ByteText } from '../core/byte-text.ts'
import { answerTooLarge, notFound, smallerPage } from '../core/errors.ts'
import { BadPosition, type PageRequest, type Position } from '../core/paging.ts'
import type { Scope } from '../core/scope.ts'
import type { FeedKind, Feeds } from '../store/kinds.ts'
import { type Coverage, isWritten, type Page, PageTooLarge, readWritten, type WrittenPage } from '../store/source.ts'
import { notOurs } from './cursors.ts'
import type { Deps } from './operation.ts'

/** A list as records or as JSON. */
export type RecordList<T> = readonly T[] | ByteText

/** Positions below this are not times, but indexes in imported lists without times. */
const firstTime = 1_000_000_000

const nothing: Page<never> = { items: [], positions: [], next: null, total: null }

/** One page of a feed for both surfaces. Cursors are sealed on first use. */
export class FeedPage<T> {
  readonly total: number | null
  readonly #page: Page<T> | WrittenPage
  readonly #seal: (position: Position) => string

  constructor(page: Page<T> | WrittenPage, seal: (position: Position) => string) {
    this.total = page.total
    this.#page = page
    this.#seal = seal
  }

  /** How much of the list was scanned; null for lists without filter and order. */
  get coverage(): Coverage | null {
    return this.#page.coverage ?? null
  }

  /** The same object for the same cached read, in either form. */
  get reading(): object {
    return this.#page.positions
  }

  /** The items as records. */
  get items(): readonly T[] {
    return isWritten(this.#page) ? readWritten<T>(this.#page).items : this.#page.items
  }

  /** The items as they were read: records or JSON. */
  get list(): RecordList<T> {
    return isWritten(this.#page) ? this.#page.json : this.#page.items
  }

  /** A page without owner or items. */
  static empty<T>(): FeedPage<T> {
    return new FeedPage<T>(nothing, () => '')
  }

  get hasMore(): boolean {
    return this.#page.next !== null
  }

  /** Cursor of the next page; null at the end. */
  get cursor(): string | null {
    return this.#page.next === null ? null : this.#seal(this.#page.next)
  }

  /** Unix seconds at the start of an item's position, for feeds with such positions. */
  secondsAt(index: number): number | null {
    const seconds = Number.parseInt(this.#page.positions[index] ?? '', 10)
    return seconds < firstTime ? null : seconds
  }

  /** Cursor that continues after one item. */
  cursorOf(index: number): string {
    const position = this.#page.positions[index]
    if (position === undefined) throw new RangeError(`no item ${index}`)
    return this.#seal(position)
  }

  /** Cursor after the last item, whether or not more follows; null for an empty page. */
  get endCursor(): string | null {
    const end = this.lastPosition
    return end === null ? null : this.#seal(end)
  }

  /** The page's end as a source position: the next page begins there, even if this one is empty. */
  get lastPosition(): Position | null {
    return this.#page.next ?? this.#page.positions.at(-1) ?? null
  }
}

/** A requested page: by sealed cursor, or by source position. */
type FeedRequest = { count: number; cursor: string | null } | PageRequest

/** Reads one page. `what` names the owner in the message when it does not exist. */
export const readFeed = <K extends FeedKind>(
  { reads, cursors }: Deps,
  scope: Scope,
  kind: K,
  key: string,
  request: FeedRequest,
  what: string
): Awaitable<FeedPage<Feeds[K]>> => {
  const after =
    'after' in request ? request.after : request.cursor === null ? null : cursors.open(kind, key, request.cursor)
  return andThen(
    readPage(reads, scope, kind, key, { count: request.count, after }, what),
    (page) => new FeedPage(page, (position) => cursors.seal(kind, key, position))
  )
}

/** Reads one page by source position. */
export const readPage = <K extends FeedKind>(
  reads: Deps['reads'],
  scope: Scope,
  kind: K,
  key: string,
  request: PageRequest,
  what: string
): Awaitable<Page<Feeds[K]> | WrittenPage> => {
  const page = reads.page(scope, kind, key, request)
  return andThen(page instanceof Promise ? page.catch(refused) : page, (page) => {
    if (page === null) throw notFound(what)
    return page
  })
}

/** Translates a rejected position into an error about the client's cursor. */
const refused = (error: unknown): never => {
  if (error instanceof PageTooLarge) throw answerTooLarge('count', error.maxBytes, smallerPage)
  throw error instanceof BadPosition ? notOurs() : error
}
