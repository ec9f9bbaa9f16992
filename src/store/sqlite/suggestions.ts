import type { SQLOutputValue } from 'node:sqlite'
import {
  type Completing,
  mostOfOneKey,
  type Suggestion,
  type SuggestionStore
} from '../../engines/search/suggestion-matches.ts'
import type { CompletionKind } from '../../records/completion.ts'
import { columns, completions, fewKeys, recordsOf } from '../tables/suggestions.ts'
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

type SuggestionRow = Record<string, SQLOutputValue>

const suggestionOf = ({ rank, kind, term, name, record }: SuggestionRow): Suggestion => ({
  rank: Number(rank),
  // The index builder writes only these kinds.
  kind: kind as CompletionKind,
  term: String(term),
  name: typeof name === 'string' ? name : null,
  records: recordsOf(record)
})

const completionOf = (row: SuggestionRow): Completing => ({
  ...suggestionOf(row),
  word: Number(row.word),
  isName: row.is_name === 1
})

/** Store calls of suggestions: one statement per text, each reading at most some hundred rows. */
export const suggestionStore = (db: Pick<Database, 'query'>): SuggestionStore => ({
  completing(text) {
    const tops = db.query(statements.tops).all(text)
    return (tops.length > 0 ? tops : db.query(statements.keys).all(text, upperBound(text))).map(completionOf)
  },
  exactly: (text) => db.query(statements.key).all(text).map(completionOf),
  firstCompleted: (texts) =>
    texts.find((text) => db.query(statements.anyKey).get(text, upperBound(text)) !== undefined) ?? null,
  mistyped: (keys) => keys.flatMap((key) => db.query(statements.typos).all(key, upperBound(key)).map(suggestionOf))
})
