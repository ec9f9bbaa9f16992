import type { Awaitable } from '../../core/awaitable.ts'
import type { OriginField } from '../../records/origin.ts'
import type { PostNumber, UserNumber } from '../filters/fields.ts'
import type { Reference } from '../filters/query.ts'
import type { Chunk } from './decoded-chunks.ts'
import type { Turn } from './scan-turns.ts'

/**
 * Columns of all rows, stored beside the tables so that a filter over all rows reads a few bytes per row. Rows are numbered by their primary key
 * and divided into row groups of `groupSize`; a chunk is one column of one row group (`chunks.ts`). The terms are those of Parquet and Arrow.
 */
export const groupSize = 4_096
export const groupOf = (row: number): number => Math.floor(row / groupSize)

/** `sounds` has the columns that filters of posts need. */
export type ColumnTable = 'posts' | 'users' | 'sounds'

/** Columns for rankings, one per window. */
export type TrendNumber = 'trend_day' | 'trend_week' | 'trend_month'

/** Columns with one number a row; NaN is unknown. */
export type NumberColumn = {
  /** `is_listed`: 1 for public posts. `trend_day` and others: end of the growth, if rankings include it. `author`, `sound`, `place`: rows of these. `id_order`: orders rows by id (`store/tables/id-order.ts`). `search_key`: the key in posting lists. `country`, `language`: codes as numbers (`records/origin.ts`). */
  posts: PostNumber | OriginField | TrendNumber | 'is_listed' | 'author' | 'sound' | 'place' | 'id_order' | 'search_key'
  /** `is_listed`: 1 for accounts with a handle. */
  users: UserNumber | OriginField | TrendNumber | 'is_listed' | 'id_order' | 'search_key'
  sounds: 'is_original'
}
/** Columns with any number of numbers a row: rows of hashtags, each once. */
export type ListColumn = { posts: 'hashtags'; users: never; sounds: never }
/** Columns with one text a row; null is unknown. `username` is the handle in lower case. */
export type TextColumn = { posts: never; users: 'username' | 'niche'; sounds: never }
export type Column<T extends ColumnTable = ColumnTable> = NumberColumn[T] | ListColumn[T] | TextColumn[T]

/** Reads of columns in a store. An asynchronous store needs one round trip per call. */
export type ColumnStore = {
  /** Number of row groups, up to that of the last row. */
  groups(table: ColumnTable): Awaitable<number>
  /** Chunks of a column for the row groups `from` up to before `to`, encoded or as they are read; null for a row group without rows. */
  chunks<T extends ColumnTable>(
    table: T,
    column: Column<T>,
    from: number,
    to: number
  ): Awaitable<readonly (Uint8Array | Chunk | null)[]>
  /** Rows of the names in a filter. Unknown names have none, and a hashtag name may have several. */
  rowsOf(reference: Reference, names: readonly string[]): Awaitable<readonly number[]>
  /** Rows of the owner of a list of posts; null when it does not exist. A private account has none. */
  owner(reference: Reference, key: string): Awaitable<number | null>
  /** Posts of a collection in its order; null when it does not exist. */
  collection(id: string): Awaitable<readonly number[] | null>
  /** Values of `search_key` of the documents that contain every one of these words in their own text (`engines/search/fields.ts`), in ascending order. */
  containing(kind: 'posts' | 'users', words: readonly string[], turn: Turn): Awaitable<Float64Array>
}
