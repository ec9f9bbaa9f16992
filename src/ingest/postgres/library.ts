import { statement } from '../../store/postgres/database.ts'
import { isLicensed } from '../../store/tables/selections.ts'

/** No feed tells when a track entered the library; it was there when the oldest of the gathered posts used it. */
export const dateMergedSounds = statement(`WITH dated AS (
    SELECT s.pk, CASE WHEN s.sound_id IS NOT NULL AND ${isLicensed} = 1
      THEN (SELECT min(created_at) FROM posts WHERE sound_pk = s.pk) END AS at
    FROM sounds s WHERE s.source IS NOT NULL
  )
  UPDATE sounds s SET published_at = dated.at FROM dated WHERE s.pk = dated.pk AND s.published_at IS DISTINCT FROM dated.at`)

const ranked = `WITH ranked AS (
    SELECT row_number() OVER (ORDER BY posts_count DESC, published_at DESC, sound_id) AS hot,
           row_number() OVER (ORDER BY published_at DESC, sound_id) AS new, pk
    FROM sounds WHERE published_at IS NOT NULL AND sound_id IS NOT NULL
  )`

/** Ranks the sounds of the commercial library anew, by popularity and by date: those that change lose their ranks first, as a rank belongs to one sound only. */
export const rankLibrary = [
  `${ranked}
  UPDATE sounds s SET hot_rank = NULL, new_rank = NULL
  WHERE (s.hot_rank IS NOT NULL OR s.new_rank IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ranked r WHERE r.pk = s.pk AND r.hot = s.hot_rank AND r.new = s.new_rank)`,
  `${ranked}
  UPDATE sounds s SET hot_rank = r.hot, new_rank = r.new FROM ranked r WHERE r.pk = s.pk AND s.hot_rank IS NULL`
].map((text) => statement(text))
