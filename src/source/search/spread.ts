import { pkOf } from './keys.ts'
import { ask, type Steps } from './store.ts'
import type { Candidate } from './view.ts'

/** At most so many posts of one creator among the first. */
const mostOfAuthor = 3
const firstPage = 20
const authorsAtOnce = 24

/** Puts what would be the fourth of one creator among the first behind them; as long as more may follow, none before the first are full. */
export function* spread(
  ranked: readonly Candidate[],
  authorField: number,
  isAll: boolean
): Steps<readonly Candidate[]> {
  const ahead: Candidate[] = []
  const behind: Candidate[] = []
  const posts = new Map<number, number>()
  let seen = 0
  if (ranked.length <= mostOfAuthor) return ranked
  while (ahead.length < firstPage && seen < ranked.length) {
    const part = ranked.slice(seen, seen + authorsAtOnce)
    seen += part.length
    const authors = yield* ask((store) => store.authors(part.map(({ key }) => pkOf(key))))
    for (const [index, candidate] of part.entries()) {
      const author = authors[index] ?? null
      const isNamed = author === null || (candidate.fields & authorField) !== 0
      const count = isNamed ? 0 : (posts.get(author) ?? 0)
      if (!isNamed) posts.set(author, count + 1)
      if (ahead.length < firstPage && count < mostOfAuthor) ahead.push(candidate)
      else behind.push(candidate)
    }
  }
  return isAll || ahead.length === firstPage ? [...ahead, ...behind, ...ranked.slice(seen)] : ahead
}
