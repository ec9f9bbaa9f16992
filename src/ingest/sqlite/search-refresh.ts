import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { refreshRound } from '../../search/refresh.ts'
import { run } from '../../search/store.ts'
import { atOnce } from '../../store/sqlite/search.ts'
import { searchIndexes } from '../../store/tables/search-indexes.ts'
import { buildIndex } from '../index/index-builder.ts'
import { limits, type RefreshLimits, searchTables } from '../index/refresh-limits.ts'
import { fillSuggestions, outdateSuggestions, renewSuggestions } from '../index/suggestion-builder.ts'
import { sqliteIndexStore } from './index-store.ts'

/** Those that hold the index itself. */
export const indexTables = searchTables.filter((name) => name !== 'search_stale')
const indexNames = [...searchIndexes.matchAll(/INDEX (\w+)/g)].map(([, name]) => name)

/**
 * Makes search and suggestions know the rows as they are now: those that are noted as stale, round by round, or all of them where many are or nothing
 * is known yet. Within no transaction of its caller, each round is one of its own; between two of them search knows some things as they are and others as they were. What is cut
 * short is left to the next refresh, as are its notes. Hears of each round, or post, that is done.
 */
export const refreshIndex = (
  db: DatabaseSync,
  onProgress: (done: number, total: number) => void = () => {},
  { postingsOfRound, largestShare }: RefreshLimits = limits
): void => {
  const { known, stale, posts } = countsOf(db)
  if (known === null || stale > known * largestShare) {
    inTransaction(db, () => {
      for (const name of indexNames) db.exec(`DROP INDEX IF EXISTS ${name}`)
      for (const name of searchTables) db.exec(`DELETE FROM ${name}`)
      buildIndex(db, (done) => {
        if (done % 10_000 === 0) onProgress(done, posts)
      })
      fillSuggestions(db)
      renewGeneration(db)
    })
    onProgress(posts, posts)
    return
  }
  const store = sqliteIndexStore(db)
  const round = () => {
    const refreshed = atOnce(run(refreshRound(postingsOfRound), store))
    if (refreshed > 0) {
      outdateSuggestions(db)
      renewGeneration(db)
    }
    return refreshed
  }
  let done = 0
  for (;;) {
    const refreshed = inTransaction(db, round)
    if (refreshed === 0) break
    done += refreshed
    onProgress(done, Math.max(done, stale))
  }
  inTransaction(db, () => renewSuggestions(db))
}

/** `known`: things that search knows; null where it was never built. */
const countsOf = (db: DatabaseSync): { known: number | null; stale: number; posts: number } => {
  const counts = db
    .prepare(
      `SELECT (SELECT sum(things) FROM search_sizes WHERE kind > 0) AS known, (SELECT count(*) FROM search_stale) AS stale,
         (SELECT count(*) FROM all_posts) AS posts`
    )
    .get()
  return {
    known: counts?.known === null ? null : Number(counts?.known),
    stale: Number(counts?.stale),
    posts: Number(counts?.posts)
  }
}

/** Who keeps parts of the index in memory hears that it has become another, in the moment in which it does. */
const renewGeneration = (db: DatabaseSync): void => {
  db.prepare('UPDATE generation SET id = ?').run(randomUUID())
}

const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  if (db.isTransaction) return work()
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
