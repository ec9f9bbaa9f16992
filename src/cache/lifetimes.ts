import { type FeedKind, kinds, type Lifetime, type LookupKind } from '../store/kinds.ts'

/** A client that sends a text again once a day costs one request more; what nobody sends any more is gone in a day. */
const document: Lifetime = { freshMs: 24 * 60 * 60_000, revalidateMs: 0, onErrorMs: 0 }

/** A thing that did not exist is read again soon: it may just have been made. */
const notFound: Lifetime = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 }

/** What a cache holds: answers of a source, and texts of persisted queries. */
export type CachedKind = LookupKind | FeedKind | 'document'

/** How long an answer serves, by its kind. */
export const lifetimeOf = (kind: CachedKind, value: unknown): Lifetime =>
  value === null ? notFound : kind === 'document' ? document : kinds[kind].lifetime
