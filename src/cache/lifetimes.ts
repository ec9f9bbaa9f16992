import { type FeedKind, kinds, type Lifetime, type LookupKind } from '../store/kinds.ts'

/**
 * A client that sends a document again once a day costs one extra request; unused documents expire within a day. Values for calls of a source
 * hardly change: a name keeps its id.
 */
const text: Lifetime = { freshMs: 24 * 60 * 60_000, revalidateMs: 0, onErrorMs: 0 }

/** Something missing is read again soon, because it may just have been created. */
const notFound: Lifetime = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 }

/** Texts of persisted queries, and values that calls of a live source need. */
export type TextKind = 'document' | 'sourceValue'
/** Kinds of entries: reads of a source, and texts. */
export type CachedKind = LookupKind | FeedKind | TextKind

/** Lifetime of an entry of a kind. */
export const lifetimeOf = (kind: CachedKind, value: unknown): Lifetime =>
  value === null ? notFound : kind === 'document' || kind === 'sourceValue' ? text : kinds[kind].lifetime

/** The lifetime, cut so that no entry is kept longer than `keepMs`. */
export const withinLifetime = ({ freshMs, revalidateMs, onErrorMs }: Lifetime, keepMs: number): Lifetime => {
  const leftMs = Math.max(0, keepMs - freshMs)
  return {
    freshMs: Math.min(freshMs, keepMs),
    revalidateMs: Math.min(revalidateMs, leftMs),
    onErrorMs: Math.min(onErrorMs, leftMs)
  }
}
