import { readKeyword } from './context.ts'
import type { SearchQuery } from './query.ts'
import type { Ranking } from './ranking.ts'
import { ReadPieces } from './read-pieces.ts'
import type { Steps } from './store.ts'

/**
 * The words of a keyword that what is found may lack, as they were typed and in their order: those that nothing is known of, and those without
 * which the rest is found together. Of a run of characters or a word of two parts it is all that is told, when a part of it is left out.
 */
export function* leftOut(
  keyword: string,
  ranking: Ranking,
  leftOutFirst: (query: SearchQuery) => Steps<readonly number[]>
): Steps<string[]> {
  const query = yield* readKeyword(keyword, ranking, new ReadPieces())
  const groups = query.leaveOut.length === 0 ? [] : yield* leftOutFirst(query)
  const left = groups.flatMap((index) => query.groups[index]?.said ?? [])
  return [...new Set([...left, ...query.unknown])].toSorted((a, b) => keyword.indexOf(a) - keyword.indexOf(b))
}
