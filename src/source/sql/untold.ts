import {
  alwaysCounted,
  postsLookedThrough,
  reckonedOfPost,
  type Untold,
  type UntoldField,
  type UntoldFields,
  untoldOfPlace,
  untoldOfPost,
  untoldOfSound,
  untoldOfUser
} from '../../records/untold.ts'
import type { Cells, Readable } from './columns.ts'
import type { Database } from './database.ts'
import { madeUpSource } from './schema.ts'

// Of what was made up all is known, and nothing needs to be looked through.
const isMadeUp = `EXISTS (SELECT 1 FROM sources WHERE name = '${madeUpSource}')`

/** Which fields are null in a row, as flags in the order of their names. */
export const unknownIn = (alias: string, names: readonly string[]): string =>
  names.map((name) => (alwaysCounted.includes(name) ? `NOT ${isMadeUp}` : `${alias}.${name} IS NULL`)).join(', ')

/** The names whose flags are set, which begin at some cell. */
export const namesIn = <T>(names: readonly T[], cells: Cells, from: number): T[] =>
  names.filter((_, index) => cells[from + index] === 1)

const fieldsOf = <N extends UntoldField>(alias: string, names: readonly N[]): Readable<UntoldFields<N>> => ({
  columns: unknownIn(alias, names),
  width: names.length,
  read: (cells) => ({ fields: namesIn(names, cells, 0) })
})
export const postUntold = fieldsOf('p', untoldOfPost)
export const soundUntold = fieldsOf('s', untoldOfSound)
export const placeUntold = fieldsOf('p', untoldOfPlace)

const user = `SELECT iif(u.is_private, 0, u.pk), ${isMadeUp}, ${unknownIn('u', untoldOfUser)} FROM users u WHERE u.handle = ?`
const posts = `SELECT p.post_id, ${unknownIn('p', reckonedOfPost)} FROM posts p WHERE p.author_pk = ?
  ORDER BY p.created_at DESC, p.pk DESC LIMIT ${postsLookedThrough}`

/** Null when there is no such account. */
export const untoldOf = (db: Database, handle: string): Untold | null => {
  const cells = db.cells(user).get(handle)
  if (cells === undefined) return null
  if (cells[1] === 1) return { profile: [], posts: [] }
  return {
    profile: namesIn(untoldOfUser, cells, 2),
    posts: db
      .cells(posts)
      .all(cells[0] ?? 0)
      .map((post) => ({ post_id: String(post[0]), fields: namesIn(reckonedOfPost, post, 1) }))
      .filter(({ fields }) => fields.length > 0)
  }
}
