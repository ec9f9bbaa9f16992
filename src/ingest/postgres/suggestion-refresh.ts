import { DatabaseSync } from 'node:sqlite'
import { statement } from '../../store/postgres/database.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { tables } from '../../store/tables/schema.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import {
  captionSources,
  captionsOf,
  groupsOf,
  type SampledCaption,
  suggestionSources,
  suggestionTables,
  usedPhrases,
  usedTerms,
  writeSuggestions
} from '../index/suggestion-builder.ts'
import { suggestedPosts } from '../stale/generation.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import type { Writing } from './writing.ts'

/** Rebuilds suggestions within a transaction: the most used terms are queried, and the embedded builder processes them. */
export const renewSuggestions = async (writing: Writing): Promise<void> => {
  const used = new Map<string, readonly Cells[]>()
  for (const [kind, statement] of usedMost) used.set(kind, await writing.rows(statement))
  const captions = await sampled(writing)
  // In a temporary file, which keeps memory small.
  const db = new DatabaseSync('')
  try {
    db.exec(`${tables}; BEGIN`)
    writeSuggestions(db, (kind) => (kind === 'phrase' ? usedPhrases(captions) : usedTerms(used.get(kind) ?? [])))
    for (const [table, emptying] of emptyingSuggestions) {
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
      const names = columns.map(({ name }) => String(name))
      writing.send(emptying)
      writing.copy(table, names, arrays(db.prepare(`SELECT ${names} FROM ${table}`)).iterate())
    }
    writing.send(noteMade, suggestedPosts, kindNumbers.posts)
    await writing.done()
  } finally {
    db.close()
  }
}

const usedMost = Object.entries(suggestionSources).map(([kind, sql]) => [kind, statement(sql)] as const)
const emptyingSuggestions = suggestionTables.map((table) => [table, statement(`DELETE FROM ${table}`)] as const)
const noteMade =
  statement(`INSERT INTO search_sizes (kind, documents) SELECT $1::bigint, documents FROM search_sizes WHERE kind = $2
  ON CONFLICT (kind) DO UPDATE SET documents = excluded.documents`)
const posts = statement('SELECT count(*) FROM posts')
const allCaptions = statement(captionSources.all)
const someCaptions = statement(captionSources.some('$1'))

/** The sample that the embedded data would use. */
const sampled = async (writing: Writing): Promise<Iterable<SampledCaption>> => {
  const taken = groupsOf(Number((await writing.rows(posts))[0]?.[0]))
  return captionsOf(taken === null ? await writing.rows(allCaptions) : await writing.rows(someCaptions, taken))
}
