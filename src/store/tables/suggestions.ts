import type { Completing, Suggestion } from '../../engines/search/suggestion-matches.ts'
import type { CompletionKind } from '../../records/completion.ts'
import type { Cells } from './columns.ts'

/** Prefixes with more keys than this have their best terms in `suggestion_tops`. */
export const fewKeys = 128

export const columns = 's.rank, s.kind, s.term, s.name, s.record'

/** Separates the records that a term names; names never contain it. */
export const recordSeparator = '\u001e'
/** The cell of the records that a term names. */
export const recordsOf = (cell: unknown): string[] => (typeof cell === 'string' ? cell.split(recordSeparator) : [])

export const completions = (table: string) =>
  `SELECT ${columns}, t.word, t.is_name FROM ${table} t JOIN suggestions s ON s.rank = t.rank`

export const suggestionOf = ([rank, kind, term, name, record]: Cells): Suggestion => ({
  rank: Number(rank),
  // The index builder writes only these kinds.
  kind: kind as CompletionKind,
  term: String(term),
  name: typeof name === 'string' ? name : null,
  records: recordsOf(record)
})

export const completionOf = (cells: Cells): Completing => ({
  ...suggestionOf(cells),
  word: Number(cells[5]),
  isName: cells[6] === 1
})
