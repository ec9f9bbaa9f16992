import { statement } from '../../store/postgres/database.ts'
import { rankedSounds } from '../merge/derived.ts'

const ranked = `WITH ranked AS (${rankedSounds})`

/** Ranks the sounds of the commercial library by popularity and by date. Changed ranks are cleared first, because ranks must be unique. */
export const rankLibrary = [
  `${ranked}
  UPDATE sounds s SET hot_rank = NULL, new_rank = NULL
  WHERE (s.hot_rank IS NOT NULL OR s.new_rank IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ranked r WHERE r.pk = s.pk AND r.hot = s.hot_rank AND r.new = s.new_rank)`,
  `${ranked}
  UPDATE sounds s SET hot_rank = r.hot, new_rank = r.new FROM ranked r WHERE r.pk = s.pk AND s.hot_rank IS NULL`
].map((text) => statement(text))
