import { mostOfOneKey, type SuggestionStore } from '../../engines/search/suggestion-matches.ts'
import { highest } from '../tables/search-keys.ts'
import { columns, completionOf, completions, fewKeys, suggestionOf } from '../tables/suggestions.ts'
import { type QueryReader, statement } from './database.ts'

const completing = statement(`${completions('suggestion_tops')} WHERE t.beginning = $1
  UNION ALL (
    ${completions('suggestion_keys')} WHERE t.key >= $1 AND t.key < $1 || '${highest}'
      AND NOT EXISTS (SELECT 1 FROM suggestion_tops WHERE beginning = $1)
    ORDER BY t.key, t.word, t.rank, t.is_name LIMIT ${fewKeys}
  )`)
const exactly = statement(
  `${completions('suggestion_keys')} WHERE t.key = $1 AND t.is_name = 0 ORDER BY t.word, t.rank LIMIT ${mostOfOneKey}`
)
const firstCompleted = statement(`SELECT wanted.text FROM unnest($1::text[]) WITH ORDINALITY AS wanted (text, number)
  WHERE EXISTS (SELECT 1 FROM suggestion_keys WHERE key >= wanted.text AND key < wanted.text || '${highest}')
  ORDER BY wanted.number LIMIT 1`)
const mistyped =
  statement(`SELECT found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (text, number) CROSS JOIN LATERAL (
    SELECT ${columns}, t.typo FROM suggestion_typos t JOIN suggestions s ON s.rank = t.rank
    WHERE t.typo >= wanted.text AND t.typo < wanted.text || '${highest}' ORDER BY t.typo, t.rank LIMIT ${mostOfOneKey}
  ) found ORDER BY wanted.number, found.typo, found.rank`)

/** Store calls of suggestions: each is one round trip and reads at most some hundred rows. */
export const suggestionStore = ({ rows }: QueryReader): SuggestionStore => ({
  completing: async (text) => (await rows(completing, text)).map(completionOf),
  exactly: async (text) => (await rows(exactly, text)).map(completionOf),
  async firstCompleted(texts) {
    const [first] = texts.length === 0 ? [] : await rows(firstCompleted, texts)
    return typeof first?.[0] === 'string' ? first[0] : null
  },
  mistyped: async (keys) => (await rows(mistyped, keys)).map(suggestionOf)
})
