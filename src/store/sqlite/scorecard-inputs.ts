import { maxScoredPosts, type ScorecardInputs } from '../../records/scorecard-inputs.ts'
import { userMissingFields } from '../tables/missing-fields.ts'
import { scoredPost } from '../tables/scorecard-inputs.ts'
import type { Database } from './database.ts'

const user = `SELECT ${userMissingFields.columns}, u.pk FROM users u WHERE u.handle = ?`
const posts = `SELECT ${scoredPost.columns} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ${maxScoredPosts}`

/** Null for an unknown account. */
export const scorecardInputsOf = (db: Database, handle: string): ScorecardInputs | null => {
  const cells = db.cells(user).get(handle)
  if (cells === undefined) return null
  const newest = db.cells(posts).all(cells[userMissingFields.width] ?? 0)
  return {
    missing: userMissingFields.read(cells, null).fields,
    posts: newest.map((post) => scoredPost.read(post, null))
  }
}
