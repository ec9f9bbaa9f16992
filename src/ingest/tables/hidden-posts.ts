import type { DatabaseSync } from 'node:sqlite'
import { mayBeOfPrivate } from '../../store/tables/schema.ts'
import { Bits } from './bits.ts'
import { arrays } from './sqlite-arrays.ts'

/** Hides all posts that are not public, or do or may belong to private accounts. No posts are hidden before. */
export const hidePosts = (db: DatabaseSync): void => {
  db.exec('UPDATE all_posts SET is_hidden = 1 WHERE is_private = 1')
  // Without private accounts, not all posts need to be read.
  if (db.prepare('SELECT 1 FROM users WHERE is_private = 1 LIMIT 1').get() === undefined) return
  db.exec(`UPDATE all_posts SET is_hidden = 1
    WHERE is_hidden = 0 AND author_pk IN (SELECT pk FROM users WHERE is_private = 1)`)
  db.exec(`UPDATE all_posts AS p SET is_hidden = 1 WHERE is_hidden = 0
    AND author_handle IN (SELECT handle FROM handles GROUP BY handle HAVING count(*) > 1)
    AND ${mayBeOfPrivate('p', 'author', 'author_pk')}`)
}

/** Shows all hidden posts. */
export const showPosts = 'UPDATE all_posts SET is_hidden = 0 WHERE is_hidden = 1'

/** Keys of hidden posts. */
export const hiddenPosts = (db: DatabaseSync): Bits => {
  const hidden = new Bits(Number(db.prepare('SELECT max(pk) AS last FROM all_posts').get()?.last))
  const pks = arrays(db.prepare('SELECT pk FROM all_posts WHERE is_hidden = 1'))
  for (const [pk] of pks.iterate()) hidden.add(Number(pk))
  return hidden
}
