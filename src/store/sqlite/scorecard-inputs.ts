import { maxScoredPosts, type ScorecardInputs } from '../../records/scorecard-inputs.ts'
import { accountKey } from '../tables/account-key.ts'
import { scoredPost } from '../tables/scorecard-inputs.ts'
import type { Database } from './database.ts'

const user = `SELECT pk FROM users WHERE ${accountKey('users')} = ?`
const posts = `SELECT ${scoredPost.columns} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ${maxScoredPosts}`

/** Null for an unknown account. */
export const scorecardInputsOf = (db: Database, key: string): ScorecardInputs | null => {
  const pk = db.query(user).get(key)?.pk
  if (pk === undefined) return null
  const newest = db.cells(posts).all(pk)
  return { posts: newest.map((post) => scoredPost.read(post, null)) }
}
