import { type Reckoned, reckonedPosts } from '../../records/scorecard-inputs.ts'
import { userUntold } from '../tables/missing-fields.ts'
import { reckonedPost } from '../tables/scorecard-inputs.ts'
import type { Database } from './database.ts'

const user = `SELECT ${userUntold.columns}, u.pk FROM users u WHERE u.handle = ?`
const posts = `SELECT ${reckonedPost.columns} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.id_order DESC, p.pk DESC LIMIT ${reckonedPosts}`

/** Null when there is no such account. */
export const reckonedOf = (db: Database, handle: string): Reckoned | null => {
  const cells = db.cells(user).get(handle)
  if (cells === undefined) return null
  const newest = db.cells(posts).all(cells[userUntold.width] ?? 0)
  return { untold: userUntold.read(cells, null).fields, posts: newest.map((post) => reckonedPost.read(post, null)) }
}
