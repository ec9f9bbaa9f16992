import { maxScoredPosts } from '../../records/scorecard-inputs.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { scoredPost } from '../../store/tables/scorecard-inputs.ts'

/** Statements of the scores of creators, in SQL that both databases share. */

export const scoreColumns = [
  'user_pk',
  ...(['engagement_rate', 'authority_score', 'posting_consistency', 'tier', 'niche', 'last_post_at'] as const)
] as const

export const scoresOf = rowRead(
  { account: 'bigint' },
  ({ account }) => `SELECT ${scoreColumns} FROM creator_scores WHERE user_pk = ${account}`
)
export const removeScores = rowChange(
  { account: 'bigint' },
  ({ account }, join) => `DELETE FROM creator_scores ${join('USING')} WHERE user_pk = ${account}`
)

/** Accounts that have a scorecard. */
const isScored = 'u.handle IS NOT NULL AND u.is_private IS DISTINCT FROM 1'
export const scoredAccount = rowRead(
  { account: 'bigint' },
  ({ account }) =>
    `SELECT u.pk, u.followers, u.total_likes, u.total_videos FROM users u WHERE u.pk = ${account} AND ${isScored}`
)
/** The newest posts of an account, newest first in SQLite; computing scores sorts them. */
export const newestPosts = rowRead(
  { author: 'bigint' },
  ({ author }) => `SELECT ${scoredPost.columns} FROM posts p WHERE p.author_pk = ${author}
  ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ${maxScoredPosts}`
)

/** Notes all accounts if none has scores. */
export const noteUnscored = `INSERT INTO stale_scores (user_pk)
  SELECT u.pk FROM users u WHERE ${isScored} AND NOT EXISTS (SELECT 1 FROM creator_scores) ON CONFLICT DO NOTHING`
export const staleAccounts = rowRead(
  { most: 'bigint' },
  ({ most }) => `SELECT user_pk FROM stale_scores ORDER BY user_pk LIMIT ${most}`
)
/** Removes the notes of accounts up to one. */
export const removeStaleScores = rowChange(
  { last: 'bigint' },
  ({ last }, join) => `DELETE FROM stale_scores ${join('USING')} WHERE user_pk <= ${last}`
)
export const reads: readonly RowRead[] = [scoresOf, scoredAccount, newestPosts, staleAccounts]
export const changes: readonly RowChange[] = [removeScores, removeStaleScores]
