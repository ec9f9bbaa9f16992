import { readKeyword } from './context.ts'
import type { SearchQuery } from './query.ts'
import type { SearchRanking } from './ranking.ts'
import { ReadBlocks } from './read-blocks.ts'
import type { Steps } from './store.ts'

/**
 * The words of a keyword that results need not contain, as typed and in that order: unknown ones, and those dropped so that the others
 * match together. A run of characters or a compound word is listed as a whole when one part of it is dropped.
 */
export function* ignoredTerms(
  keyword: string,
  ranking: SearchRanking,
  firstDropped: (query: SearchQuery) => Steps<readonly number[]>
): Steps<string[]> {
  const query = yield* readKeyword(keyword, ranking, new ReadBlocks())
  const groups = query.dropOrder.length === 0 ? [] : yield* firstDropped(query)
  const left = groups.flatMap((index) => query.groups[index]?.rawText ?? [])
  return [...new Set([...left, ...query.unknown])].toSorted((a, b) => keyword.indexOf(a) - keyword.indexOf(b))
}
