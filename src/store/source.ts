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
  /** How much of a filtered list was scanned. Other feeds have none. */
  coverage?: Coverage
}

/** `scanned`: items compared with the filter. `isComplete`: whether the scan covered all items that the page depends on. */
export type Coverage = { readonly scanned: number; readonly isComplete: boolean }

export type Page<T> = PageEnds & {
  items: T[]
  /** The text that the page was read from, if parsing it again costs less than writing the page. */
  unread?: UnreadPage<T> | null
}

/** A page before it is parsed. Most pages are never used again, and a text is cheap to cache. */
export type UnreadPage<T> = { readonly text: ByteText; readonly read: (text: string) => Page<T> }

export const isUnread = (found: unknown): found is UnreadPage<object> =>
  typeof found === 'object' && found !== null && 'text' in found && 'read' in found

/** Age of an answer on arrival, and how much longer its sender allows it to be cached; null without a limit. */
export type Freshness = { readonly ageMs: number; readonly leftMs: number | null }
/** Receives the freshness of a result by the index of its key, from sources that know it. */
export type OnFreshness = (index: number, freshness: Freshness) => void

/** A page whose items are already JSON, for requests that forward them unchanged. `missing`: missing fields per item, if any item has some. */
export type WrittenPage = PageEnds & { json: ByteText; missing?: readonly string[] }

export const isWritten = (found: unknown): found is WrittenPage =>
  typeof found === 'object' && found !== null && 'json' in found

export const writtenOf = ({ items, positions, next, total, coverage }: Page<object>): WrittenPage => {
  const page: WrittenPage = { json: toByteText(JSON.stringify(items)), positions, next, total }
  // Absent when undefined: all other pages then share one object shape. Pages are most of the cache.
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
  /** The same reads without waiting, for sources without I/O. Wrappers of a source leave it out, so that they see every read. */
  readonly now?: ReadsNow
  /** Whether the source answers `filteredPosts`, `filteredUsers`, `postSummary` and `userSummary`. Lists of other sources are read page by page. */
  hasFilters?(): boolean
  /** Whether records are complete: they have account ids and the names of their unknown fields. REST records do not. */
  readonly hasWholeRecords?: boolean
  /** Identifies the data set; changes when it is replaced as a whole. Sources without it rely on cache lifetimes. */
  generation?(): string
  /** Calls back after the generation changed. */
  onNewData?(listener: () => void): void
  /** Whether the data are sample data, which are invented, as far as the source has seen. */
  isSampleData?(): boolean
  /** Whether its records name their unknown fields. REST records do not. */
  readonly knowsMissing?: boolean
  /** Whether posts of a hashtag are found by its name alone, as in sources with whole records. */
  readonly findsHashtagsByName?: boolean
  /** How long records may be kept; null or absent: no limit. */
  readonly keepMs?: number | null
  /** Remaining calls of a source with a limit. */
  budget?(): SourceBudget | null
  /** Operations that a live source cannot answer. */
  readonly lacks?: SourceLacks
  /** Whether it records the counts that it reads, and returns their history. */
  readonly recordsCounts?: boolean
  /** Set for a source that reads the data as of opening. */
  readonly snapshot?: SourceSnapshot
  /** Resolves when the source can answer; rejects with a reason for the log. */
  ready(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Synchronous reads of all kinds except scanned ones (`isScanned`). */
export type ReadsNow = {
  lookUp<K extends LookupKind>(kind: K, key: string): LookupResult<Lookups[K]>
  page<K extends FeedKind>(kind: K, key: string, request: PageRequest): Page<Feeds[K]> | null
  /** The same page as JSON, which costs less than its records. */
  written(kind: FeedKind, key: string, request: PageRequest): WrittenPage | null
}

/** Operations that a live source cannot answer, by operationId, each with the reason and the alternatives. */
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
  /** Identifies the state of the data; null before the first read. */
  version(): string | null
  /** Throws `CommandError` unless all reads so far were of that state. */
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
