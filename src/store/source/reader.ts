import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'

/**
 * Reads the records of foreign JSON. The import formats do, which stand above the store: whoever opens a source hands the reader in
 * (`host/live-backend.ts`).
 */
export type SourceReader = {
  /** JSON with integers beyond 2^53 as text; undefined for what is no JSON. */
  parse(text: string): unknown
  /** Null for a value without such a record. */
  record<K extends LookupKind>(kind: K, json: unknown): Lookups[K] | null
  /** Whether a value is such a record, but not for everybody. */
  isHidden(kind: LookupKind, json: unknown): boolean
  /** An element of a list; null when unreadable, or not for everybody. */
  element<K extends FeedKind>(kind: K, json: unknown): Feeds[K] | null
}
