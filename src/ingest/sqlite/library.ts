import type { DatabaseSync } from 'node:sqlite'
import { rankedSounds } from '../merge/derived.ts'

/** Ranks the sounds of the commercial library by popularity and by date. */
export const rankLibrary = (db: DatabaseSync): void => {
  const changed = db
    .prepare(rankedSounds)
    .all()
    .filter((row) => row.hot !== row.hot_rank || row.new !== row.new_rank)
  const rank = db.prepare('UPDATE sounds SET hot_rank = ?, new_rank = ? WHERE pk = ?')
  // Ranks must be unique at every moment.
  for (const { pk } of changed) rank.run(null, null, pk ?? null)
  // One by one: a join would compare every sound with every rank.
  for (const row of changed) rank.run(row.hot ?? null, row.new ?? null, row.pk ?? null)
}
