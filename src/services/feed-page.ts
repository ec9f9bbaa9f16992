import { type Awaitable, andThen } from '../core/awaitable.ts'
import type { ByteText } from '../core/byte-text.ts'
import { answerTooLarge, notFound, smallerPage } from '../core/errors.ts'
import { BadPosition, type PageRequest, type Position } from '../core/paging.ts'
import type { Scope } from '../core/scope.ts'
import type { FeedKind, Feeds } from '../store/kinds.ts'
import { isWritten, type Page, PageTooLarge, readWritten, type WrittenPage } from '../store/source.ts'
import { notOurs } from './cursors.ts'
import type { Deps } from './operation.ts'

/** A list as records, or as JSON. */
export type List<T> = readonly T[] | ByteText

/** One page of a feed as both surfaces need it. Cursors are sealed only when someone looks at them. */
export class FeedPage<T> {
  readonly total: number | null
  readonly #page: Page<T> | WrittenPage
  readonly #seal: (position: Position) => string

  constructor(page: Page<T> | WrittenPage, seal: (position: Position) => string) {
    this.total = page.total
    this.#page = page
    this.#seal = seal
  }

  /** The same object for all forms of what was read once. */
  get reading(): object {
    return this.#page.positions
  }

  /** The items for who looks into them. */
  get items(): readonly T[] {
    return isWritten(this.#page) ? readWritten<T>(this.#page).items : this.#page.items
  }

  /** The items for who sends them on: as they are, or as JSON where they were read so. */
  get list(): List<T> {
    return isWritten(this.#page) ? this.#page.json : this.#page.items
  }

  /** The page of a feed that belongs to nothing. */
  static empty<T>(): FeedPage<T> {
    return new FeedPage<T>({ items: [], positions: [], next: null, total: null }, () => '')
  }

  get hasMore(): boolean {
    return this.#page.next !== null
  }

  /** Cursor of the next page; null at the end. */
  get cursor(): string | null {
    return this.#page.next === null ? null : this.#seal(this.#page.next)
  }

  /** Cursor that goes on right behind one item. */
  cursorOf(index: number): string {
    const position = this.#page.positions[index]
    if (position === undefined) throw new RangeError(`no item ${index}`)
    return this.#seal(position)
  }

  /** Cursor right behind the last item, whether or not more follows; null for an empty page. */
  get endCursor(): string | null {
    const { length } = this.#page.positions
    return this.cursor ?? (length === 0 ? null : this.cursorOf(length - 1))
  }

  /** Where the page ends in the source's own terms: the next one begins there, even when this one is empty. */
  get lastPosition(): Position | null {
    return this.#page.next ?? this.#page.positions.at(-1) ?? null
  }
}

/** A page as a client asks for it, by a sealed cursor, or in the source's own terms. */
type FeedRequest = { count: number; cursor: string | null } | PageRequest

/** Reads one page. `what` names the owner for the message when there is none. */
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
  const page = reads.page(scope, kind, key, { count: request.count, after })
  return andThen(page instanceof Promise ? page.catch(refused) : page, (page) => {
    if (page === null) throw notFound(what)
    return new FeedPage(page, (position) => cursors.seal(kind, key, position))
  })
}

/** What the source refuses, in terms of what the client sent. */
const refused = (error: unknown): never => {
  if (error instanceof PageTooLarge) throw answerTooLarge('count', error.maxBytes, smallerPage)
  throw error instanceof BadPosition ? notOurs() : error
}
