import type { SearchQuery } from './query.ts'
import type { SearchKind, Steps } from './store.ts'
import { understand } from './understand.ts'

/**
 * The words of a keyword that what is found may lack, as they were typed and in their order: those that nothing is known of, and those without
 * which the rest is found together. Of a run of characters or a word of two parts it is all that is told, when a part of it is left out.
 */
export function* leftOut(
  keyword: string,
  kind: SearchKind,
  leftOutFirst: (query: SearchQuery) => Steps<readonly number[]>
): Steps<string[]> {
  const query = yield* understand(keyword, kind)
  const groups = query.leaveOut.length === 0 ? [] : yield* leftOutFirst(query)
  const left = groups.flatMap((index) => query.groups[index]?.said ?? [])
  return [...new Set([...left, ...query.unknown])].toSorted((a, b) => keyword.indexOf(a) - keyword.indexOf(b))
}
