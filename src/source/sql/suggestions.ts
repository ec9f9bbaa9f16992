import { run } from '../search/store.ts'
import { type Suggestion, type SuggestionKind, type SuggestionStore, suggest } from '../search/suggest.ts'
import type { Database } from './database.ts'

/** A beginning that more keys share than this has its best terms in `suggestion_tops`. */
export const fewKeys = 128
const mostOfOneKey = 16

/** What comes right behind all texts that begin so, by code points: nothing is as high as the last of them. */
const behind = (beginning: string): string => `${beginning}\u{10ffff}`

const from = (table: string) =>
  `SELECT s.rank, s.kind, s.term, s.name FROM ${table} JOIN suggestions s ON s.rank = t.rank WHERE`
const statements = {
  tops: `${from('suggestion_tops t')} t.beginning = ?`,
  keys: `${from('suggestion_keys t')} t.key >= ? AND t.key < ? LIMIT ${fewKeys}`,
  key: `${from('suggestion_keys t')} t.key = ? ORDER BY t.word, t.rank LIMIT ${mostOfOneKey}`,
  anyKey: 'SELECT 1 FROM suggestion_keys WHERE key >= ? AND key < ? LIMIT 1',
  typos: `${from('suggestion_typos t')} t.typo >= ? AND t.typo < ? ORDER BY t.typo, t.rank LIMIT ${mostOfOneKey}`
}

const suggestionStore = (db: Database): SuggestionStore => {
  const read = (sql: string, ...parameters: string[]): Suggestion[] =>
    db
      .query(sql)
      .all(...parameters)
      .map(({ rank, kind, term, name }) => ({
        rank: Number(rank),
        // The builder writes no others.
        kind: kind as SuggestionKind,
        term: String(term),
        name: name === null ? null : String(name)
      }))
  return {
    completing(text) {
      const tops = read(statements.tops, text)
      return tops.length > 0 ? tops : read(statements.keys, text, behind(text))
    },
    exactly: (text) => read(statements.key, text),
    firstCompleted: (texts) =>
      texts.find((text) => db.query(statements.anyKey).get(text, behind(text)) !== undefined) ?? null,
    mistyped: (keys) => keys.flatMap((key) => read(statements.typos, key, behind(key)))
  }
}

export const suggestionReader = (db: Database): ((keyword: string) => string[]) => {
  const store = suggestionStore(db)
  // The store has nothing to wait for, so neither has what asks it.
  return (keyword) => run(suggest(keyword), store) as string[]
}
