import { maxScoredPosts, type ScorecardInputs } from '../../records/scorecard-inputs.ts'
import { scoredPost } from '../tables/scorecard-inputs.ts'
import type { Database } from './database.ts'

const user = 'SELECT pk FROM users WHERE handle = ?'
const posts = `SELECT ${scoredPost.columns} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ${maxScoredPosts}`

/** Null for an unknown account. */
export const scorecardInputsOf = (db: Database, handle: string): ScorecardInputs | null => {
  const pk = db.query(user).get(handle)?.pk
  if (pk === undefined) return null
  const newest = db.cells(posts).all(pk)
  return { posts: newest.map((post) => scoredPost.read(post, null)) }
}
