import { mostOfOneKey, type SuggestionStore } from '../../engines/search/suggestion-matches.ts'
import { columns, completionOf, completions, fewKeys, suggestionOf } from '../tables/suggestions.ts'
import type { Database } from './database.ts'

/** Upper bound of all texts with a prefix, by code point. */
const upperBound = (beginning: string): string => `${beginning}\u{10ffff}`

const statements = {
  tops: `${completions('suggestion_tops')} WHERE t.beginning = ?`,
  keys: `${completions('suggestion_keys')} WHERE t.key >= ? AND t.key < ? LIMIT ${fewKeys}`,
  key: `${completions('suggestion_keys')} WHERE t.key = ? AND t.is_name = 0 ORDER BY t.word, t.rank LIMIT ${mostOfOneKey}`,
  anyKey: 'SELECT 1 FROM suggestion_keys WHERE key >= ? AND key < ? LIMIT 1',
  typos: `SELECT ${columns} FROM suggestion_typos t JOIN suggestions s ON s.rank = t.rank
    WHERE t.typo >= ? AND t.typo < ? ORDER BY t.typo, t.rank LIMIT ${mostOfOneKey}`
}

/** Store calls of suggestions: one statement per text, each reading at most some hundred rows. */
export const suggestionStore = (db: Pick<Database, 'cells'>): SuggestionStore => ({
  completing(text) {
    const tops = db.cells(statements.tops).all(text)
    return (tops.length > 0 ? tops : db.cells(statements.keys).all(text, upperBound(text))).map(completionOf)
  },
  exactly: (text) => db.cells(statements.key).all(text).map(completionOf),
  firstCompleted: (texts) =>
    texts.find((text) => db.cells(statements.anyKey).get(text, upperBound(text)) !== undefined) ?? null,
  mistyped: (keys) => keys.flatMap((key) => db.cells(statements.typos).all(key, upperBound(key)).map(suggestionOf))
})
