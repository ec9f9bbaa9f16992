import type { DatabaseSync } from 'node:sqlite'
import { rankedSounds } from '../merge/derived.ts'

/** Ranks the sounds of the commercial library anew, by popularity and by date. */
export const rankLibrary = (db: DatabaseSync): void => {
  const ranked = db.prepare(rankedSounds)
  const rank = db.prepare('UPDATE sounds SET hot_rank = ?, new_rank = ? WHERE pk = ?')
  // A rank belongs to one sound only, at every moment.
  db.exec('UPDATE sounds SET hot_rank = NULL, new_rank = NULL WHERE hot_rank IS NOT NULL')
  // One by one: joined with what was ranked, every sound would be compared with it.
  for (const row of ranked.all()) rank.run(...Object.values(row))
}
