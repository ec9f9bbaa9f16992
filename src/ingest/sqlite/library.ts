import type { DatabaseSync } from 'node:sqlite'
import { isLicensed } from '../../store/tables/selections.ts'

/** Ranks the sounds of the commercial library anew, by popularity and by date. */
export const rankLibrary = (db: DatabaseSync): void => {
  const ranked = db.prepare(`
      SELECT row_number() OVER (ORDER BY posts_count DESC, published_at DESC, sound_id) AS hot,
             row_number() OVER (ORDER BY published_at DESC, sound_id) AS new, pk
      FROM sounds WHERE published_at IS NOT NULL AND sound_id IS NOT NULL`)
  const rank = db.prepare('UPDATE sounds SET hot_rank = ?, new_rank = ? WHERE pk = ?')
  // A rank belongs to one sound only, at every moment.
  db.exec('UPDATE sounds SET hot_rank = NULL, new_rank = NULL WHERE hot_rank IS NOT NULL')
  // One by one: joined with what was ranked, every sound would be compared with it.
  for (const row of ranked.all()) rank.run(...Object.values(row))
}

const oldestPost = `iif(s.sound_id IS NOT NULL AND ${isLicensed}, (SELECT min(created_at) FROM posts WHERE sound_pk = s.pk), NULL)`

/** No feed tells when a track entered the library; it was there when the oldest of the gathered posts used it. */
export const dateMergedSounds = (db: DatabaseSync): void =>
  db.exec(`
    UPDATE sounds AS s SET published_at = ${oldestPost}
    WHERE s.source IS NOT NULL AND s.published_at IS NOT ${oldestPost}
  `)
