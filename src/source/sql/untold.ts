import { postsLookedThrough, type Untold, untoldOfPost, untoldOfUser } from '../../records/untold.ts'
import type { Cells } from './columns.ts'
import type { Database } from './database.ts'
import { madeUpSource } from './schema.ts'

/** Which fields are null in a row, as flags in the order of their names. */
export const unknownIn = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name} IS NULL`).join(', ')

/** The names whose flags are set, which begin at some cell. */
export const namesIn = <T>(names: readonly T[], cells: Cells, from: number): T[] =>
  names.filter((_, index) => cells[from + index] === 1)

const user = `SELECT iif(u.is_private, 0, u.pk), ${unknownIn('u', untoldOfUser)} FROM users u WHERE u.handle = ?`
const posts = `SELECT p.post_id, ${unknownIn('p', untoldOfPost)} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.pk DESC LIMIT ${postsLookedThrough}`
// Of what was made up all is known, and nothing needs to be looked through.
const isMadeUp = 'SELECT 1 FROM sources WHERE name = ?'

/** Null when there is no such account. */
export const untoldOf = (db: Database, handle: string): Untold | null => {
  const cells = db.cells(user).get(handle)
  if (cells === undefined) return null
  if (db.cells(isMadeUp).get(madeUpSource) !== undefined) return { profile: [], posts: [] }
  return {
    profile: namesIn(untoldOfUser, cells, 1),
    posts: db
      .cells(posts)
      .all(cells[0] ?? 0)
      .map((post) => ({ post_id: String(post[0]), fields: namesIn(untoldOfPost, post, 1) }))
      .filter(({ fields }) => fields.length > 0)
  }
}
