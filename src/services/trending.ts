import { type Awaitable, andThen } from '../core/awaitable.ts'
import { unsupported } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import {
  type CountGrowth,
  countedGrowth,
  growthOf,
  type TrendWindow,
  trendKey,
  trendWindows
} from '../engines/history/growth.ts'
import { type TrendEntry, type TrendKind, trendKinds } from '../records/trending.ts'
import { notOurs } from './cursors.ts'
import { FeedPage } from './feed-page.ts'
import { cursor, oneOf, wholeNumber } from './input.ts'
import { type Deps, operation } from './operation.ts'

/** Page sizes of a ranking. */
export const trendPageSize = { max: 100, fallback: 20 } as const

/** An entry of a ranking, with the inputs of its growth. */
export type Trend = TrendEntry & {
  readonly kind: TrendKind
  readonly window: TrendWindow
  /** From 1. */
  readonly rank: number
  /** End of the window in Unix seconds. */
  readonly endsAt: number | null
}

export type TrendPage = { readonly page: FeedPage<Trend>; readonly endsAt: number | null }

// The keys of a record are of its key type.
export const trendWindowNames = Object.keys(trendWindows) as [TrendWindow, ...TrendWindow[]]

const { max: maximum, fallback } = trendPageSize

/** The error for a source without counts over time. */
const noRankings = () =>
  unsupported(
    'This server cannot say what rises',
    'the data come from a source without a graph, which has no list of everything: ask for the growth of a post or creator instead'
  )

/** Start of a page: after the same entry if the ranking still has it, else at the same rank. */
const startAfter = (entries: readonly TrendEntry[], position: string): number => {
  const [, rank, key] = /^(\d+):(.*)$/s.exec(position) ?? []
  if (rank === undefined) throw notOurs()
  const index = entries.findIndex((entry) => entry.key === key)
  return index === -1 ? Number(rank) : index + 1
}

/** A page of trending entries, fastest first. `UNSUPPORTED` over a source without a graph. */
export const trending = operation(
  {
    kind: oneOf(trendKinds, 'What to rank.'),
    window: oneOf(trendWindowNames, 'Length of the window: a day, a week, or 30 days.', 'WEEK'),
    count: wholeNumber(`How many elements a page has, 1 to ${maximum}.`, { minimum: 1, maximum, fallback, example: 5 }),
    cursor
  },
  ({ reads, cursors }, scope, { kind, window, count, cursor }): Awaitable<TrendPage> => {
    const key = trendKey(kind, window)
    const after = cursor === null ? null : cursors.open('trending', key, cursor)
    return andThen(reads.lookUp(scope, 'trending', key), (ranking) => {
      if (ranking === null) throw noRankings()
      const { entries, ends_at: endsAt } = ranking
      const start = after === null ? 0 : startAfter(entries, after)
      const items = entries
        .slice(start, start + count)
        .map((entry, index): Trend => ({ ...entry, kind, window, rank: start + index + 1, endsAt }))
      const positions = items.map(({ rank, key }) => `${rank}:${key}`)
      const next = start + count < entries.length ? (positions.at(-1) ?? null) : null
      const page = new FeedPage<Trend>({ items, positions, next, total: null }, (position) =>
        cursors.seal('trending', key, position)
      )
      return { page, endsAt }
    })
  }
)

/** Growth of an entry within its window; null if its counts are gone. Posts and creators have it in their history. */
export const growthOfTrend = (deps: Deps, scope: Scope, trend: Trend): Awaitable<CountGrowth | null> => {
  const { kind, key, window, from, to, endsAt } = trend
  const seconds = trendWindows[window]
  if (kind === 'POST' || kind === 'CREATOR') {
    return andThen(deps.reads.lookUp(scope, kind === 'POST' ? 'postHistory' : 'userHistory', key), (history) =>
      // Plays of posts and followers of creators are the first fields.
      history === null ? null : growthOf(history.points, 0, seconds)
    )
  }
  if (from === null || to === null || endsAt === null) return null
  return countedGrowth({ at: endsAt - seconds, count: from }, { at: endsAt, count: to })
}
