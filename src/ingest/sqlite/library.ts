import type { DatabaseSync } from 'node:sqlite'
import { rankedSounds } from '../merge/derived.ts'

/** Ranks the sounds of the commercial library by popularity and by date. */
export const rankLibrary = (db: DatabaseSync): void => {
  const ranked = db.prepare(rankedSounds)
  const rank = db.prepare('UPDATE sounds SET hot_rank = ?, new_rank = ? WHERE pk = ?')
  // Ranks must be unique at every moment.
  db.exec('UPDATE sounds SET hot_rank = NULL, new_rank = NULL WHERE hot_rank IS NOT NULL')
  // One by one: a join would compare every sound with every rank.
  for (const row of ranked.all()) rank.run(...Object.values(row))
}
