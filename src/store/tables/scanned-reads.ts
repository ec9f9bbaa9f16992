import type { Awaitable } from '../../core/awaitable.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { CachedChunks } from '../../engines/columnar/cached-chunks.ts'
import { type FoundRows, findPosts, findUsers } from '../../engines/columnar/find-rows.ts'
import { scanTurns } from '../../engines/columnar/scan-turns.ts'
import { type RowGroupEntry, type RowSummary, summarize } from '../../engines/columnar/summarize.ts'
import { summarizeUsers } from '../../engines/columnar/summarize-users.ts'
import { type PostGroup, postGroups } from '../../engines/filters/fields.ts'
import {
  type Facet,
  readPostQuery,
  readSummaryQuery,
  readUserQuery,
  readUserSummaryQuery
} from '../../engines/filters/query.ts'
import { codeOf } from '../../records/origin.ts'
import type { Post } from '../../records/post.ts'
import type { GroupEntry, PostSummary } from '../../records/post-summary.ts'
import type { Trending } from '../../records/trending.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { FeedKind, LookupKind, Lookups, ScannedKind } from '../kinds.ts'
import type { Page, PageEnds } from '../source.ts'
import type { NamedRows } from './column-reads.ts'
import type { Cells } from './columns.ts'
import { type NamedReads, readTrending } from './trending.ts'

/** Reads of the rows that a scan found, in a database. */
export type RowReads = {
  /** Records of rows in their order, with their positions; rows that no longer exist are skipped. */
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

/** Maximum attempts of a scan while the data keep changing; the last result is used as it is. */
const mostScans = 3

/**
 * Reads of all scanned kinds, over the columns of a store. `generation`: identifies its data set. A scan restarts if the generation changed
 * during it, so that it does not mix old and new columns.
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
  /** Rankings of the generation `ranked`. There are few, and one may cover all posts, so each is computed once per generation. */
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
        const asked = readSummaryQuery(key)
        const found = await scanTurns.run(signal, (turn) => summarize(chunks, asked, turn))
        return found === null ? null : named(found, asked.facet, reads)
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

/** How the names of groups are read, and in which cells after the row they are. */
const groupNames = {
  CREATOR: { of: 'creators', nameOf: ([name = null, , id = null]) => ({ id, name }) },
  HASHTAG: { of: 'hashtags', nameOf: ([id = null, name = null]) => ({ id, name }) },
  SOUND: { of: 'sounds', nameOf: ([id = null, name = null]) => ({ id, name }) },
  PLACE: { of: 'places', nameOf: ([id = null]) => ({ id, name: null }) }
} as const satisfies Readonly<
  Record<
    Exclude<PostGroup, 'COUNTRY' | 'LANGUAGE'>,
    { of: NamedRows; nameOf: (cells: (string | null)[]) => Pick<GroupEntry, 'id' | 'name'> }
  >
>

/** A summary with names in place of rows. Omits rows that are gone since. */
const named = async (
  { groups, timeline, ...summary }: RowSummary,
  facet: Facet,
  reads: RowReads
): Promise<PostSummary> => {
  const namesOf = async ({ by }: Extract<Facet, { kind: 'groups' }>, found: readonly RowGroupEntry[]) => {
    if (by === 'COUNTRY' || by === 'LANGUAGE')
      return found.map(({ key, ...group }) => ({ id: null, name: codeOf(postGroups[by], key), ...group }))
    const { of, nameOf } = groupNames[by]
    const keys = found.map(({ key }) => key)
    const rows = keys.length === 0 ? [] : await reads.names(of, keys)
    const names = new Map(rows.map(([pk, ...cells]) => [pk, nameOf(cells.map(textOrNull))]))
    return found.flatMap(({ key, ...group }) => {
      const name = names.get(key)
      return name === undefined ? [] : [{ ...name, ...group }]
    })
  }
  return {
    ...summary,
    timeline: timeline === null ? null : [...timeline],
    groups: groups === null || facet.kind !== 'groups' ? null : await namesOf(facet, groups)
  }
}

const textOrNull = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null)
