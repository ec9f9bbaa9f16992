import { type Reckoned, ReckonedPost, reckonedCounts, reckonedPosts } from '../../records/scorecard-inputs.ts'
import { type Part, selection } from '../tables/columns.ts'
import { userUntold } from '../tables/missing-fields.ts'
import type { Database } from './database.ts'

const isUntold = (name: string) => `p.${name} IS NULL`
const untoldNames = reckonedCounts.map((name) => `CASE WHEN ${isUntold(name)} THEN '"${name}",' ELSE '' END`)

/** Their names alone: to hold on to hashtags as they are takes more than all else of a post. */
const hashtagNames: Part = {
  columns: 'p.hashtags',
  width: 1,
  expression: (at) => `JSON.parse(cells[${at}]).map(({ name }) => name)`,
  json: "(SELECT json_group_array(value ->> 'name') FROM json_each(p.hashtags))",
  addresses: 0
}

/** Of a post p. Of most all is told. */
export const reckonedPost = selection(ReckonedPost, 'p', {
  hashtags: hashtagNames,
  untold: `CASE WHEN ${reckonedCounts.map(isUntold).join(' OR ')} THEN '[' || rtrim(${untoldNames.join(' || ')}, ',') || ']' ELSE '[]' END`
})

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
