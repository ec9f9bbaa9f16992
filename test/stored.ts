import type { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'

/** What follows from the rows of posts, found anew. */
export const checkSums = (db: DatabaseSync) => {
  const wrong = db
    .prepare(
      `SELECT 'user' AS what, pk FROM users u WHERE
         listed_videos <> (SELECT count(*) FROM posts WHERE author_pk = u.pk) OR
         listed_likes <> (SELECT coalesce(sum(min(likes, 1099511627776)), 0) FROM posts WHERE author_pk = u.pk)
       UNION ALL SELECT 'sound', pk FROM sounds s WHERE posts_count <> (SELECT count(*) FROM posts WHERE sound_pk = s.pk)
       UNION ALL SELECT 'place', pk FROM places s WHERE posts_count <> (SELECT count(*) FROM posts WHERE place_pk = s.pk)`
    )
    .all()
  expect(wrong).toEqual([])
  const wronglyShown = db.prepare(
    'SELECT p.pk FROM all_posts p LEFT JOIN users u ON u.pk = p.author_pk WHERE p.is_hidden <> coalesce(u.is_private, 0)'
  )
  expect(wronglyShown.all()).toEqual([])
  const listed = new Set<string>()
  for (const { pk, created_at, hashtags } of db.prepare('SELECT pk, created_at, hashtags FROM posts').all()) {
    for (const { id, name } of JSON.parse(String(hashtags)) as { id: string | null; name: string }[]) {
      const row =
        id === null
          ? db.prepare('SELECT hashtag_pk AS pk FROM hashtag_names WHERE name = ?').get(name.toLowerCase())
          : db.prepare('SELECT pk FROM hashtags WHERE hashtag_id = ?').get(id)
      listed.add(`${row?.pk} ${created_at} ${pk}`)
    }
  }
  const uses = db.prepare('SELECT * FROM hashtag_posts').all()
  expect(uses.map((use) => `${use.hashtag_pk} ${use.created_at} ${use.post_pk}`).sort()).toEqual([...listed].sort())
}
