import type { PageRequest } from '../core/paging.ts'
import { CachedChunks } from '../engines/columnar/cached-chunks.ts'
import { findPosts } from '../engines/columnar/find-rows.ts'
import { scanTurns } from '../engines/columnar/scan-turns.ts'
import { summarize } from '../engines/columnar/summarize.ts'
import type { PostSorting } from '../engines/filters/fields.ts'
import type { Condition, Facet, PostQuery } from '../engines/filters/query.ts'
import type { Post } from '../records/post.ts'
import type { PostSummary } from '../records/post-summary.ts'
import type { Page } from '../store/source.ts'
import { type ListOf, RecordColumns } from './record-columns.ts'
import { refuseUnread } from './refuse-unread.ts'

/** The engine of the stores, over posts that were read as records, which have no growth. */

/** All records, which `RecordColumns` has as a collection in the order of the list. */
const all = { feed: 'collectionPosts', key: '' } as const

/** Records have no place. Outside of a place's list, a post meets neither a condition on its place nor its negation. */
const withoutPlaces = (where: Condition, list: ListOf): Condition => {
  if ('all' in where) return { all: where.all.map((part) => withoutPlaces(part, list)) }
  if ('any' in where) return { any: where.any.map((part) => withoutPlaces(part, list)) }
  const isUnknown = 'reference' in where && where.reference === 'place' && list.feed !== 'placePosts'
  return isUnknown ? { ...where, not: false } : where
}

const find = async (
  columns: RecordColumns,
  { where, order }: Pick<PostQuery, 'where' | 'order'>,
  request: PageRequest,
  signal: AbortSignal
) => {
  const query = { of: all, where: where && withoutPlaces(where, columns.list), order }
  const found = await scanTurns.run(signal, (turn) => findPosts(new CachedChunks(columns), query, request, turn))
  if (found === null) throw new Error('the records have no owner that could be missing')
  return found
}

/** Indexes of the posts that meet a condition, in the order of the list. */
export const filterRecords = async (
  posts: readonly Post[],
  list: ListOf,
  where: Condition | null,
  signal: AbortSignal
): Promise<readonly number[]> => {
  if (where === null) return posts.map((_, place) => place)
  refuseUnread(where, null)
  const request = { count: posts.length, after: null }
  const { rows } = await find(new RecordColumns(posts, list), { where, order: null }, request, signal)
  return rows
}

/** A page of the posts that meet a condition, sorted. Throws `BadPosition`. */
export const sortRecords = async (
  posts: readonly Post[],
  list: ListOf,
  where: Condition | null,
  order: PostSorting,
  request: PageRequest,
  signal: AbortSignal
): Promise<Page<Post>> => {
  const { rows, positions, next } = await find(new RecordColumns(posts, list), { where, order }, request, signal)
  // Rows are indexes of posts.
  const items = rows.map((row) => posts[row] as Post)
  return { items, positions: [...positions], next, total: null }
}

/** A facet of the posts that meet a condition. */
export const summarizeRecords = async (
  posts: readonly Post[],
  list: ListOf,
  where: Condition | null,
  facet: Facet,
  signal: AbortSignal
): Promise<PostSummary | null> => {
  const columns = new RecordColumns(posts, list)
  const query = { of: all, where: where && withoutPlaces(where, list), order: null }
  const summary = await scanTurns.run(signal, (turn) => summarize(new CachedChunks(columns), { query, facet }, turn))
  if (summary === null) return null
  const { groups, timeline, ...rest } = summary
  const nameOf = facet.kind === 'groups' ? columns.namesBy(facet.by) : null
  return {
    ...rest,
    timeline: timeline === null ? null : [...timeline],
    groups:
      groups?.flatMap(({ key, ...group }) => {
        const name = nameOf?.(key) ?? null
        // A sound without id and name cannot be an entry.
        return name === null || (name.id === null && name.name === null) ? [] : [{ ...name, ...group }]
      }) ?? null
  }
}
