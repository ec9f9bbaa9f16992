import { DatabaseSync } from 'node:sqlite'
import { arrays } from '../sql/arrays.ts'
import type { Cells } from '../sql/columns.ts'
import { tables } from '../sql/schema.ts'
import { kindNumbers } from '../sql/search-store.ts'
import {
  type Caption,
  made,
  sampledCaptions,
  suggestionSources,
  suggestionTables,
  usedPhrases,
  usedTerms,
  writeSuggestions
} from '../sql/suggestion-builder.ts'
import { statement } from './database.ts'
import type { Writing } from './writing.ts'

/** Makes suggestions anew, within a transaction: what is used most is asked for, and what comes of it is made as for the embedded data. */
export const renewSuggestions = async (writing: Writing): Promise<void> => {
  const used = new Map<string, readonly Cells[]>()
  for (const [kind, sql] of Object.entries(suggestionSources)) used.set(kind, await writing.rows(sql))
  const captions = await sampled(writing)
  // In a file that SQLite removes, of which little is in memory.
  const db = new DatabaseSync('')
  try {
    db.exec(`${tables}; BEGIN`)
    writeSuggestions(db, (kind) => (kind === 'phrase' ? usedPhrases(captions) : usedTerms(used.get(kind) ?? [])))
    for (const table of suggestionTables) {
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
      const names = columns.map(({ name }) => String(name))
      writing.send(`DELETE FROM ${table}`)
      writing.copy(table, names, arrays(db.prepare(`SELECT ${names} FROM ${table}`)).iterate())
    }
    writing.send(
      statement(`INSERT INTO search_sizes (kind, things) SELECT $1::bigint, things FROM search_sizes WHERE kind = $2
        ON CONFLICT (kind) DO UPDATE SET things = excluded.things`),
      made,
      kindNumbers.posts
    )
    await writing.done()
  } finally {
    db.close()
  }
}

const askedAtOnce = 1_000

const nextPosts = statement(`SELECT found.pk, found.caption, found.author_pk, wanted.number
  FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (pk, number) CROSS JOIN LATERAL (
    SELECT pk, caption, author_pk FROM posts WHERE pk >= wanted.pk ORDER BY pk LIMIT 1
  ) found ORDER BY wanted.number`)

/**
 * Captions evenly from the whole table, those that the embedded data would take. Many are asked for at once, as if no number were missing;
 * behind one that is, it is asked anew.
 */
const sampled = async (writing: Writing): Promise<Caption[]> => {
  const captions: Caption[] = []
  const [first, last] = (await writing.rows('SELECT min(pk), max(pk) FROM posts'))[0] ?? []
  if (typeof first !== 'number' || typeof last !== 'number') return captions
  const step = Math.max(1, (last - first + 1) / sampledCaptions)
  for (let at = first; at <= last; ) {
    const places: number[] = []
    for (let place = at; place <= last && places.length < askedAtOnce; place += step) places.push(place)
    for (const [pk, caption, author, number] of await writing.rows(nextPosts, places.map(Math.floor))) {
      // A post that is missing has moved all that follow.
      if (places[Number(number) - 1] !== at) break
      if (typeof caption === 'string') captions.push({ caption, creator: Number(author ?? 0) })
      at = Math.max(at + step, Number(pk) + 1)
    }
  }
  return captions
}
