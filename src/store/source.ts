import { type ByteText, textOf, toByteText } from '../core/byte-text.ts'
import type { ApiError } from '../core/errors.ts'
import type { PageRequest, Position } from '../core/paging.ts'
import type { Span } from '../core/tracing.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from './kinds.ts'

/** What a page tells besides its items. */
export type PageEnds = {
  /** For each item the position right behind it. */
  positions: Position[]
  /** Where the next page starts; null at the end of the feed. */
  next: Position | null
  /** Length of the whole feed, for the feeds that tell it; null for the others. */
  total: number | null
}

export type Page<T> = PageEnds & { items: T[] }

/** A page for those who send it on without looking inside: the list of its items as JSON, letter by letter what they are written as. */
export type WrittenPage = PageEnds & { json: ByteText }

export const isWritten = (found: unknown): found is WrittenPage =>
  typeof found === 'object' && found !== null && 'json' in found

export const writtenOf = ({ items, positions, next, total }: Page<unknown>): WrittenPage => ({
  json: toByteText(JSON.stringify(items)),
  positions,
  next,
  total
})

/** A written page for those who do look inside. */
export const readWritten = <T>({ json, ...ends }: WrittenPage): Page<T> => ({
  // What the source wrote as items of a kind are items of that kind.
  items: JSON.parse(textOf(json)) as T[],
  ...ends
})

/** What a look-up finds for one key: the record, null for a thing that does not exist, or why that one key could not be read. */
export type Found<T> = T | null | ApiError

/**
 * Where the data comes from. Every implementation passes the same conformance suite
 * (`test/source-conformance.ts`).
 *
 * Contract: records fit their schemas exactly; a walk from page to page ends, repeats nothing and does not depend on
 * the page size; a position taken at any item goes on behind that item. A position the source cannot read throws
 * `BadPosition`, a page that is larger than was allowed when the source was opened throws `PageTooLarge`. Rejections other than `ApiError` count as internal errors.
 */
export interface Source {
  /**
   * What is found for each key, in the order of the keys. One key that fails does not fail the others. `span`: what the read is in the
   * trace of the request that asked first.
   */
  lookUp<K extends LookupKind>(
    kind: K,
    keys: readonly string[],
    signal: AbortSignal,
    span?: Span | null
  ): Promise<Found<Lookups[K]>[]>
  /** The same for one key, from a source that has nothing to wait for. Others do without it. */
  lookUpNow?<K extends LookupKind>(kind: K, key: string): Found<Lookups[K]>
  /** One page of a feed; null when what it belongs to does not exist. */
  page<K extends FeedKind>(
    kind: K,
    key: string,
    request: PageRequest,
    signal: AbortSignal,
    span?: Span | null
  ): Promise<Page<Feeds[K]> | null>
  /** The same from a source that has nothing to wait for. Others do without it. */
  pageNow?<K extends FeedKind>(kind: K, key: string, request: PageRequest): Page<Feeds[K]> | null
  /** The same page written, from a source that writes pages faster than it reads them. */
  writtenNow?(kind: FeedKind, key: string, request: PageRequest): WrittenPage | null
  /** Which data are read: another text whenever they were changed as a whole. Others do not notice that, and what they said before ends with its lifetime. */
  generation?(): string
  /** Calls back whenever the data have become another generation. */
  onNewData?(listener: () => void): void
  /** Resolves when the source can answer; rejects with a reason fit for a log line. */
  ready(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Bytes a page may have where nobody says otherwise. */
export const defaultPageBytes = 32 * 2 ** 20

/** Thrown for a page of more bytes than a source gives. Reading ends there, so that no more of it is in memory. */
export class PageTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`a page of more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}
