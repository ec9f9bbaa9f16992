import { DatabaseSync } from 'node:sqlite'
import { mostRows } from './database.ts'

/** Where a data set comes from. */
type Provenance = {
  /** Some of its sources by name, and how many there are. */
  sources: readonly string[]
  sourceCount: number
  /** Unix seconds of the first and the last time that records tell they were collected; null where none does. */
  collected: { from: number; to: number } | null
  /** Unix seconds of when the last import that ended did, and of when one began that did not. */
  importedAt: number | null
  interruptedAt: number | null
}

const shownSources = 3

/** Reads it from a data set of this version. */
export const readProvenance = (path: string): Provenance => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const sources = db.prepare(`SELECT name FROM sources ORDER BY pk DESC ${mostRows}`).all(shownSources)
    const { n, first, last } =
      db.prepare('SELECT count(*) AS n, min(collected_from) AS first, max(collected_to) AS last FROM sources').get() ??
      {}
    const ended = db.prepare('SELECT max(finished_at) AS at FROM imports').get()?.at
    const begun = db
      .prepare('SELECT started_at AS at FROM imports WHERE finished_at IS NULL ORDER BY pk DESC LIMIT 1')
      .get()?.at
    return {
      sources: sources.map(({ name }) => String(name)),
      sourceCount: Number(n),
      collected: typeof first === 'number' && typeof last === 'number' ? { from: first, to: last } : null,
      importedAt: typeof ended === 'number' ? ended : null,
      interruptedAt: typeof begun === 'number' ? begun : null
    }
  } finally {
    db.close()
  }
}
