import type { Awaitable } from '../../core/awaitable.ts'
import type { CachedChunks } from '../../engines/columnar/cached-chunks.ts'
import { type RisingThing, risingRows, risingThings } from '../../engines/columnar/rising.ts'
import type { Turn } from '../../engines/columnar/scan-turns.ts'
import { readTrendKey, trendWindows } from '../../engines/history/growth.ts'
import { maxTrendEntries, type TrendEntry, type Trending } from '../../records/trending.ts'
import { growthColumns } from './column-chunks.ts'
import type { NamedRows } from './column-reads.ts'
import type { Cells } from './columns.ts'

/** Rankings of trending sounds, hashtags, posts and creators, from the columns of a store. */

/** Reads of names, in a database. */
export type NamedReads = {
  /** The existing rows, as `namesOfRows` selects them. */
  names(of: NamedRows, rows: readonly number[]): Awaitable<readonly Cells[]>
  /** Time of the data set, in Unix seconds; null for an empty one. */
  asOf(): Awaitable<number | null>
}

/** The trending entries of a window that ends with the data. Their order does not depend on the store. */
export const readTrending = async (
  chunks: CachedChunks,
  key: string,
  reads: NamedReads,
  turn: Turn
): Promise<Trending> => {
  const { kind, window } = readTrendKey(key)
  const endsAt = await reads.asOf()
  if (endsAt === null) return { ends_at: null, entries: [] }
  const from = endsAt - trendWindows[window]
  if (kind === 'SOUND' || kind === 'HASHTAG') {
    const rising = await risingThings(chunks, kind === 'SOUND' ? 'sound' : 'hashtags', { from, to: endsAt }, turn)
    const entries = await ranked(rising, kind === 'SOUND' ? 'sounds' : 'hashtags', reads, turn)
    return { ends_at: endsAt, entries }
  }
  const [table, of] = kind === 'POST' ? (['posts', 'posts'] as const) : (['users', 'creators'] as const)
  const range = { ...growthColumns[window], since: from, count: maxTrendEntries }
  const rows = await risingRows(chunks, table, range, turn)
  const names = await namesOf(
    of,
    rows.map(({ row }) => row),
    reads,
    turn
  )
  const entries = rows.flatMap(({ row, rate }): TrendEntry[] => {
    const [id, handle] = names.get(row) ?? []
    const key = kind === 'POST' ? id : handle
    return key === undefined || key === null ? [] : [{ key, name: null, rate, from: null, to: null }]
  })
  return { ends_at: endsAt, entries }
}

const rateOf = ({ from, to }: RisingThing): number => (to - from) / from

/** Entries by rate, then new posts, then id. Entries without an id have no page and are skipped. */
const ranked = async (
  rising: readonly RisingThing[],
  of: 'sounds' | 'hashtags',
  reads: NamedReads,
  turn: Turn
): Promise<TrendEntry[]> => {
  const rates = Float64Array.from(rising, rateOf).sort()
  const entries: (TrendEntry & { fresh: number })[] = []
  let above = Number.POSITIVE_INFINITY
  for (let taken = 0; taken < rates.length && entries.length < maxTrendEntries; ) {
    taken = Math.min(rates.length, taken + maxTrendEntries)
    // Takes all entries with the same rate, because they are then ordered by id.
    const least = rates[rates.length - taken] ?? 0
    const next = rising.filter((thing) => rateOf(thing) >= least && rateOf(thing) < above)
    above = least
    const names = await namesOf(
      of,
      next.map(({ row }) => row),
      reads,
      turn
    )
    for (const thing of next) {
      const [key, name = null] = names.get(thing.row) ?? []
      if (key === undefined || key === null) continue
      const { from, to } = thing
      entries.push({ key, name, rate: rateOf(thing), from, to, fresh: to - from })
    }
  }
  return entries
    .sort((a, b) => b.rate - a.rate || b.fresh - a.fresh || (a.key < b.key ? -1 : 1))
    .slice(0, maxTrendEntries)
    .map(({ fresh: _, ...entry }) => entry)
}

/** Rows whose names are read at once, which takes some milliseconds. */
const namesAtOnce = 500

/** Names by row, without rows that are gone or have no page. */
const namesOf = async (
  of: NamedRows,
  rows: readonly number[],
  reads: NamedReads,
  turn: Turn
): Promise<Map<number, (string | null)[]>> => {
  const names = new Map<number, (string | null)[]>()
  for (let start = 0; start < rows.length; start += namesAtOnce) {
    if (turn.isOver) await turn.rest()
    for (const [pk, ...cells] of await reads.names(of, rows.slice(start, start + namesAtOnce))) {
      names.set(
        Number(pk),
        cells.map((cell) => (typeof cell === 'string' ? cell : null))
      )
    }
  }
  return names
}
