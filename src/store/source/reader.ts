import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'

/**
 * Reads the records of foreign JSON. The import formats implement it. They are above the store, so the code that opens a source passes the
 * reader in (`host/live-backend.ts`).
 */
export type SourceReader = {
  /** JSON with integers beyond 2^53 as text; undefined for invalid JSON. */
  parse(text: string): unknown
  /** Null for a value without such a record. */
  record<K extends LookupKind>(kind: K, json: unknown): Lookups[K] | null
  /** Whether a value is such a record, but not public. */
  isHidden(kind: LookupKind, json: unknown): boolean
  /** An element of a list; null when unreadable or not public. */
  element<K extends FeedKind>(kind: K, json: unknown): Feeds[K] | null
}
