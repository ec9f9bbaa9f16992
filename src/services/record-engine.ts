import { CachedChunks } from '../columnar/cached-chunks.ts'
import { findPosts } from '../columnar/find-rows.ts'
import { scanTurns } from '../columnar/scan-turns.ts'
import { summarize } from '../columnar/summarize.ts'
import type { PageRequest } from '../core/paging.ts'
import type { PostOrder } from '../filters/fields.ts'
import type { Condition, Facet, PostQuery } from '../filters/query.ts'
import type { Post } from '../records/post.ts'
import type { PostSummary } from '../records/post-summary.ts'
import type { Page } from '../store/source.ts'
import { type ListOf, RecordColumns } from './record-columns.ts'
import { refuseGrowth } from './refuse-growth.ts'

/** The engine of the stores over posts that were read as records, which have no growth. */

/** All records, as `RecordColumns` has them: a collection whose order is that of the list. */
const all = { feed: 'collectionPosts', key: '' } as const

const find = async (
  columns: RecordColumns,
  { where, order }: Pick<PostQuery, 'where' | 'order'>,
  request: PageRequest,
  signal: AbortSignal
) => {
  const query = { of: all, where, order }
  const found = await scanTurns.run(signal, (turn) => findPosts(new CachedChunks(columns), query, request, turn))
  if (found === null) throw new Error('the records have no owner that could be missing')
  return found
}

/** Places of the posts that meet a condition, in the order of the list. */
export const filterRecords = async (
  posts: readonly Post[],
  list: ListOf,
  where: Condition | null,
  signal: AbortSignal
): Promise<readonly number[]> => {
  if (where === null) return posts.map((_, place) => place)
  refuseGrowth(where, null)
  const request = { count: posts.length, after: null }
  const { rows } = await find(new RecordColumns(posts, list), { where, order: null }, request, signal)
  return rows
}

/** A page of the posts that meet a condition, sorted. Throws `BadPosition`. */
export const sortRecords = async (
  posts: readonly Post[],
  list: ListOf,
  where: Condition | null,
  order: PostOrder,
  request: PageRequest,
  signal: AbortSignal
): Promise<Page<Post>> => {
  const { rows, positions, next } = await find(new RecordColumns(posts, list), { where, order }, request, signal)
  // Rows are places of posts.
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
  const query = { of: all, where, order: null }
  const summary = await scanTurns.run(signal, (turn) => summarize(new CachedChunks(columns), { query, facet }, turn))
  if (summary === null) return null
  const { creators, hashtags, sounds, timeline, ...rest } = summary
  return {
    ...rest,
    timeline: timeline === null ? null : [...timeline],
    creators: named(creators, (row) => ({ username: columns.authors.at(row).username })),
    hashtags: named(hashtags, (row) => columns.hashtags.at(row)),
    sounds: named(sounds, (row) => {
      const { id } = columns.sounds.at(row)
      return id === null ? null : { sound_id: id }
    })
  }
}

/** Things that cannot be named are left out. */
const named = <T extends object>(
  counted: readonly { key: number; posts: number; plays: number }[] | null,
  nameOf: (row: number) => T | null
): (T & { posts: number; plays: number })[] | null =>
  counted?.flatMap(({ key, posts, plays }) => {
    const name = nameOf(key)
    return name === null ? [] : [{ ...name, posts, plays }]
  }) ?? null
