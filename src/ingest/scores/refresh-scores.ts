import { computeScores } from '../../engines/scorecard/scorecard.ts'
import { ask, run, type Steps } from '../../engines/search/store.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { SqlParameter } from '../../store/tables/row-statements.ts'
import { scoredPost } from '../../store/tables/scorecard-inputs.ts'
import { noteStaleRows } from '../stale/stale-rows.ts'
import type { RowTables, TransactedTables } from '../tables/row-tables.ts'
import * as sql from './score-statements.ts'

/** Accounts per read. With all their posts they take few megabytes. */
const accountsAtOnce = 500

/**
 * Computes the scores of stale accounts, equal to their scorecards, one transaction per batch. Accounts that an interrupted refresh did not
 * reach stay stale. Accounts with changed scores are noted in `stale_column_rows`.
 */
export function* refreshScores(): Steps<void, TransactedTables> {
  for (;;) {
    const done = yield* ask(({ tables, transaction }: TransactedTables) => transaction(() => run(scoreStale(), tables)))
    if (done < accountsAtOnce) break
  }
}

/** One batch; returns its number of accounts. */
function* scoreStale(): Steps<number, RowTables> {
  const [stale = []] = yield* ask((tables: RowTables) => tables.all(sql.staleAccounts, [[accountsAtOnce]]))
  const accounts = stale.map(([pk]) => Number(pk))
  const last = accounts.at(-1)
  if (last === undefined) return 0
  yield* rescore(accounts)
  yield* ask((tables: RowTables) => tables.change(sql.removeStaleScores, [[last]]))
  return accounts.length
}

/** Computes the scores of some accounts within a transaction. */
export function* rescore(scored: readonly number[]): Steps<void, RowTables> {
  const pks = scored.map((pk) => [pk])
  const before = yield* ask((tables: RowTables) => tables.first(sql.scoresOf, pks))
  const accounts = yield* ask((tables: RowTables) => tables.first(sql.scoredAccount, pks))
  const rows = yield* rowsOf(accounts.filter((cells) => cells !== undefined))
  const rowBy = new Map(rows.map((row) => [row[0], row]))
  const changed = pks.filter(([pk = 0], index) => !isSame(before[index], rowBy.get(pk)))
  yield* ask((tables: RowTables) => {
    tables.change(sql.removeScores, changed)
    tables.insert(
      'creator_scores',
      sql.scoreColumns,
      changed.flatMap(([pk = 0]) => {
        const row = rowBy.get(pk)
        return row === undefined ? [] : [row]
      })
    )
  })
  yield* ask((tables: RowTables) => noteStaleRows(tables, 'users', changed.flat()))
}

const isSame = (before: Cells | undefined, row: readonly SqlParameter[] | undefined): boolean =>
  before === undefined || row === undefined
    ? before === undefined && row === undefined
    : row.every((value, index) => value === before[index])

/** Rows of `scoreColumns`. */
function* rowsOf(accounts: readonly Cells[]): Steps<SqlParameter[][], RowTables> {
  const posts = yield* ask((tables: RowTables) =>
    tables.all(
      sql.newestPosts,
      accounts.map(([pk]) => [Number(pk)])
    )
  )
  return accounts.map((account, index) => rowOf(account, posts[index] ?? []))
}

const rowOf = ([pk, followers, likes, videos]: Cells, cells: readonly Cells[]): SqlParameter[] => {
  const posts = cells.map((post) => scoredPost.read(post, null))
  const missing: string[] = []
  if (followers === null) missing.push('followers')
  if (likes === null) missing.push('total_likes')
  if (videos === null) missing.push('total_videos')
  const profile = { followers: Number(followers), total_likes: Number(likes), total_videos: Number(videos) }
  const { scores, primary_niche, unknown } = computeScores(profile, posts, missing)
  const known = (name: (typeof unknown)[number], value: number) => (unknown.includes(name) ? null : value)
  return [
    Number(pk),
    known('engagement_rate', scores.engagement_rate),
    known('creator_authority_score', scores.creator_authority_score),
    scores.posting_consistency,
    known('partnership_tier', tierNumbers[scores.partnership_tier]),
    primary_niche,
    posts.length === 0 ? null : Math.max(...posts.map(({ created_at }) => created_at))
  ]
}

const tierNumbers = { tier_1: 1, tier_2: 2, tier_3: 3, tier_4: 4 } as const
