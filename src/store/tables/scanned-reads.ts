import type { CachedChunks } from '../../columnar/cached-chunks.ts'
import { type FoundRows, findPosts, findUsers } from '../../columnar/find-rows.ts'
import { scanTurns } from '../../columnar/scan-turns.ts'
import { type RowSummary, summarize } from '../../columnar/summarize.ts'
import { summarizeUsers } from '../../columnar/summarize-users.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { PageRequest } from '../../core/paging.ts'
import { readPostQuery, readSummaryQuery, readUserQuery, readUserSummaryQuery } from '../../filters/query.ts'
import type { Post } from '../../records/post.ts'
import type { PostSummary } from '../../records/post-summary.ts'
import type { Trending } from '../../records/trending.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { FeedKind, LookupKind, Lookups, ScannedKind } from '../kinds.ts'
import type { Page, PageEnds } from '../source.ts'
import type { NamedRows } from './column-reads.ts'
import type { Cells } from './columns.ts'
import { type NamedReads, readTrending } from './trending.ts'

/** Reads of the rows that a scan found, in a database. */
export type RowReads = {
  /** Records of rows in their order, with their positions; rows that are no longer there are passed over. */
  posts(rows: readonly number[], ends: PageEnds): Awaitable<Page<Post>>
  users(rows: readonly number[], ends: PageEnds): Awaitable<Page<UserProfile>>
} & NamedReads

/** The time in the first column of a row, if there is a row. */
export const timeOf = (row: Cells | undefined): number | null => {
  const [time] = row ?? []
  return typeof time === 'number' ? time : null
}

type ScannedFeed = Extract<FeedKind, ScannedKind>
type ScannedLookup = Extract<LookupKind, ScannedKind>

export type ScannedReads = {
  readonly [K in ScannedFeed]: (
    key: string,
    request: PageRequest,
    reads: RowReads,
    signal: AbortSignal
  ) => Promise<Page<K extends 'filteredPosts' ? Post : UserProfile> | null>
} & {
  readonly [K in ScannedLookup]: (key: string, reads: RowReads, signal: AbortSignal) => Promise<Lookups[K] | null>
}

/** How often a scan begins when other data keep coming in; the last result is taken as it is. */
const mostScans = 3

/**
 * Reads of all kinds that are scanned, over the columns of a store. `generation`: identifies its data set. A scan during which that changed
 * begins again, so that it does not put old and new columns together.
 */
export const scannedReads = (chunks: CachedChunks, generation: () => string): ScannedReads => {
  const settled = async <T>(signal: AbortSignal, scan: () => Promise<T>): Promise<T> => {
    for (let scans = 1; ; scans += 1) {
      const before = generation()
      const isLast = scans === mostScans
      try {
        const found = await scan()
        if (isLast || generation() === before) return found
      } catch (error) {
        if (isLast || signal.aborted || generation() === before) throw error
      }
    }
  }
  /** Rankings of the generation `ranked`. There are few, and one may be of all posts: each is computed once for as long as its data last. */
  const rankings = new Map<string, Trending>()
  let ranked = generation()
  return {
    filteredPosts: (key, request, reads, signal) =>
      settled(signal, async () => {
        const found = await scanTurns.run(signal, (turn) => findPosts(chunks, readPostQuery(key), request, turn))
        return found === null ? null : pageOf(found, (rows, ends) => reads.posts(rows, ends))
      }),
    filteredUsers: (key, request, reads, signal) =>
      settled(signal, async () => {
        const found = await scanTurns.run(signal, (turn) => findUsers(chunks, readUserQuery(key), request, turn))
        return pageOf(found, (rows, ends) => reads.users(rows, ends))
      }),
    postSummary: (key, reads, signal) =>
      settled(signal, async () => {
        const found = await scanTurns.run(signal, (turn) => summarize(chunks, readSummaryQuery(key), turn))
        return found === null ? null : named(found, reads)
      }),
    userSummary: (key, _, signal) =>
      settled(signal, () => scanTurns.run(signal, (turn) => summarizeUsers(chunks, readUserSummaryQuery(key), turn))),
    async trending(key, reads, signal) {
      const before = generation()
      if (before !== ranked) rankings.clear()
      ranked = before
      const known = rankings.get(key)
      if (known !== undefined) return known
      const found = await settled(signal, () => scanTurns.run(signal, (turn) => readTrending(chunks, key, reads, turn)))
      if (generation() === before && ranked === before) rankings.set(key, found)
      return found
    }
  }
}

const pageOf = async <T>(
  { rows, positions, next, scanned }: FoundRows,
  read: (rows: readonly number[], ends: PageEnds) => Awaitable<Page<T>>
): Promise<Page<T>> => {
  const page = await read(rows, { positions: [...positions], next, total: null })
  page.coverage = { scanned, isComplete: true }
  return page
}

type Counted = { readonly key: number; readonly posts: number; readonly plays: number }

/** A summary with names in place of rows. Rows that are gone since, and sounds without an id, have none and are left out. */
const named = async (
  { creators, hashtags, sounds, timeline, ...summary }: RowSummary,
  reads: RowReads
): Promise<PostSummary> => {
  const namesOf = async (of: NamedRows, counted: readonly Counted[] | null) => {
    if (counted === null) return null
    const rows =
      counted.length === 0
        ? []
        : await reads.names(
            of,
            counted.map(({ key }) => key)
          )
    const names = new Map(rows.map(([pk, ...names]) => [pk, names.map(textOrNull)]))
    return counted.flatMap(({ key, posts, plays }) => {
      const found = names.get(key)
      return found === undefined ? [] : [{ names: found, posts, plays }]
    })
  }
  const named = {
    creators: await namesOf('creators', creators),
    hashtags: await namesOf('hashtags', hashtags),
    sounds: await namesOf('sounds', sounds)
  }
  return {
    ...summary,
    timeline: timeline === null ? null : timeline.map(({ start, posts, plays }) => ({ start, posts, plays })),
    creators:
      named.creators?.map(({ names: [username], posts, plays }) => ({ username: username ?? '', posts, plays })) ??
      null,
    hashtags:
      named.hashtags?.map(({ names: [id = null, name = null], posts, plays }) => ({ id, name, posts, plays })) ?? null,
    sounds: named.sounds?.map(({ names: [id], posts, plays }) => ({ sound_id: id ?? '', posts, plays })) ?? null
  }
}

const textOrNull = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null)
