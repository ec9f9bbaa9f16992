import { type ByteText, textOf, toByteText } from '../core/byte-text.ts'
import type { ApiError } from '../core/errors.ts'
import type { PageRequest, Position } from '../core/paging.ts'
import type { Span } from '../core/tracing.ts'
import { besideText, withMissing } from '../records/missing-fields.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from './kinds.ts'

/** Everything of a page except its items. */
export type PageEnds = {
  /** The position after each item. */
  positions: Position[]
  /** Where the next page starts; null at the end of the feed. */
  next: Position | null
  /** Length of the whole feed; null for feeds without a total. */
  total: number | null
  /** How much of a filtered list was seen. Other feeds have none. */
  coverage?: Coverage
}

/** `scanned`: items that were compared with the filter. `isComplete`: whether all of the list were, as far as the page needs them. */
export type Coverage = { readonly scanned: number; readonly isComplete: boolean }

export type Page<T> = PageEnds & {
  items: T[]
  /** The same page as the text that it was read from, where reading it again costs less than writing it. */
  unread?: UnreadPage<T> | null
}

/** A page before it is read. Most pages are never used again, and a text is cheap to keep. */
export type UnreadPage<T> = { readonly text: ByteText; readonly read: (text: string) => Page<T> }

export const isUnread = (found: unknown): found is UnreadPage<object> =>
  typeof found === 'object' && found !== null && 'text' in found && 'read' in found

/** How old an answer was when it came, and how much longer its sender lets it be kept; null for as long as one likes. */
export type Freshness = { readonly ageMs: number; readonly leftMs: number | null }
/** Receives the freshness of what was read, for sources that know it: by the place of the key. */
export type OnFreshness = (index: number, freshness: Freshness) => void

/** A page whose items are already JSON, for requests that send them on unchanged. `missing`: of each item, where one lacks any. */
export type WrittenPage = PageEnds & { json: ByteText; missing?: readonly string[] }

export const isWritten = (found: unknown): found is WrittenPage =>
  typeof found === 'object' && found !== null && 'json' in found

export const writtenOf = ({ items, positions, next, total, coverage }: Page<object>): WrittenPage => {
  const page: WrittenPage = { json: toByteText(JSON.stringify(items)), positions, next, total }
  // Other pages have the same shape without them, and pages are most of the cache.
  if (coverage !== undefined) page.coverage = coverage
  return markMissing(page, items.map(besideText))
}

/** The same page with the names of the missing fields of each item, separated by commas. */
export const markMissing = (page: WrittenPage, missing: readonly string[]): WrittenPage => {
  if (missing.some((names) => names !== '')) page.missing = missing
  return page
}

/** Parses the items of a written page. */
export const readWritten = <T>({ json, missing = none, ...ends }: WrittenPage): Page<T> => {
  // The source wrote items of this kind.
  const items = JSON.parse(textOf(json)) as (T & object)[]
  for (const [at, names] of missing.entries()) {
    const item = items[at]
    if (item !== undefined) withMissing(item, names)
  }
  return { items, ...ends }
}
const none: readonly string[] = []

/** Result of a lookup per key: the record, null when it does not exist, or the error for this key. */
export type LookupResult<T> = T | null | ApiError

/**
 * Where data comes from. Every implementation passes the same conformance suite (`test/source-conformance.ts`).
 *
 * Contract: records fit their schemas exactly; a walk from page to page ends, repeats nothing and does not depend on
 * the page size; a position taken at any item continues after that item. A position the source cannot read throws
 * `BadPosition`, a page larger than the configured limit throws `PageTooLarge`. Rejections other than `ApiError` count as internal errors.
 */
export interface Source {
  /** Results in the order of the keys. A failing key does not fail the others. `span`: trace span of the request that started the read. */
  lookUp<K extends LookupKind>(
    kind: K,
    keys: readonly string[],
    signal: AbortSignal,
    span?: Span | null,
    onFreshness?: OnFreshness
  ): Promise<LookupResult<Lookups[K]>[]>
  /** Whether a lookup of several keys of a kind is a call per key now. */
  looksUpEach?(kind: LookupKind): boolean
  /** One page of a feed; null when its owner does not exist. */
  page<K extends FeedKind>(
    kind: K,
    key: string,
    request: PageRequest,
    signal: AbortSignal,
    span?: Span | null,
    onFreshness?: OnFreshness
  ): Promise<Page<Feeds[K]> | null>
  /** The same reads without waiting, for sources without I/O. Whoever wraps a source leaves it out, to see every read. */
  readonly now?: ReadsNow
  /** Whether it filters, sorts and counts by itself: `filteredPosts`, `filteredUsers`, `postSummary`, `userSummary`. Others have their lists read page by page. */
  hasFilters?(): boolean
  /** Whether records say everything themselves: they name accounts by their ids, and what no source has given. REST does not. */
  readonly hasWholeRecords?: boolean
  /** Identifies the data set; changes when it is replaced as a whole. Sources without it rely on cache lifetimes. */
  generation?(): string
  /** Calls back after the generation changed. */
  onNewData?(listener: () => void): void
  /** Whether the data are sample data, which are invented, as far as the source has seen. */
  isSampleData?(): boolean
  /** Whether its records say which of their fields are unknown. Those that a REST contract carries do not. */
  readonly knowsMissing?: boolean
  /** Whether posts of a hashtag are found by its name alone, as those that have whole records do. */
  readonly findsHashtagsByName?: boolean
  /** How long records may be kept at most; null or absent: as long as one likes. */
  readonly keepMs?: number | null
  /** Of a source that allows so many calls: what is left of them. */
  budget?(): SourceBudget | null
  /** Of a live source: what it cannot answer. */
  readonly lacks?: SourceLacks
  /** Whether it records the counts that are read, and has a history of them. */
  readonly recordsCounts?: boolean
  /** Of a source that reads the data as of opening. */
  readonly snapshot?: SourceSnapshot
  /** Resolves when the source can answer; rejects with a reason for the log. */
  ready(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Synchronous reads, of all kinds but those that are scanned (`isScanned`). */
export type ReadsNow = {
  lookUp<K extends LookupKind>(kind: K, key: string): LookupResult<Lookups[K]>
  page<K extends FeedKind>(kind: K, key: string, request: PageRequest): Page<Feeds[K]> | null
  /** The same page as JSON, which takes less than its records. */
  written(kind: FeedKind, key: string, request: PageRequest): WrittenPage | null
}

/** What a live source cannot answer: operations of the contract by operationId, each with the reason and what there is instead. */
export type SourceLacks = { readonly source: string; readonly operations: Readonly<Record<string, string>> }

/** The calls that a source allows in a period, as far as this process knows. */
export type SourceBudget = {
  readonly source: string
  readonly limit: number
  readonly used: number
  readonly left: number
  /** In milliseconds since 1970. */
  readonly resetsAt: number
}

export type SourceSnapshot = {
  /** Identifies the state of the data; null before anything was read. */
  version(): string | null
  /** Throws `CommandError` unless everything read so far is of that state. */
  confirm(): Promise<void>
}

/** Default maximum size of a page. */
export const defaultPageBytes = 32 * 2 ** 20

/** Thrown for a page above the size limit. Reading stops there, so that memory stays bounded. */
export class PageTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`a page of more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}
