import type { DatabaseSync } from 'node:sqlite'
import { Bits } from '../index/bits.ts'
import { arrays } from './arrays.ts'

/** Hides the posts of all private accounts where none are hidden yet. */
export const hidePosts = `UPDATE all_posts SET is_hidden = 1
  WHERE is_hidden = 0 AND author_pk IN (SELECT pk FROM users WHERE is_private = 1)`

/** Shows all hidden posts. */
export const showPosts = 'UPDATE all_posts SET is_hidden = 0 WHERE is_hidden = 1'

/** Keys of hidden posts. */
export const hiddenPosts = (db: DatabaseSync): Bits => {
  const hidden = new Bits(Number(db.prepare('SELECT max(pk) AS last FROM all_posts').get()?.last))
  const pks = arrays(db.prepare('SELECT pk FROM all_posts WHERE is_hidden = 1'))
  for (const [pk] of pks.iterate()) hidden.add(Number(pk))
  return hidden
}
