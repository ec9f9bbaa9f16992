import { ask, type Steps } from './store.ts'
import type { Candidate } from './view.ts'

/** Most posts on the first page by one creator, and with one caption. */
const mostOfAuthor = 3
const mostOfCaption = 2
const originsAtOnce = 24

/** Moves posts beyond these limits behind the first page. While more posts may follow, it holds them back until the first page is full. */
export function* diversify(
  ranked: readonly Candidate[],
  authorField: number,
  firstPage: number,
  isAll: boolean
): Steps<readonly Candidate[]> {
  const ahead: Candidate[] = []
  const later: Candidate[] = []
  const ofAuthors = new Map<number, number>()
  const ofCaptions = new Map<number, number>()
  let seen = 0
  if (ranked.length <= mostOfCaption) return ranked
  while (ahead.length < firstPage && seen < ranked.length) {
    const part = ranked.slice(seen, seen + originsAtOnce)
    seen += part.length
    const origins = yield* ask((store) => store.origins(part.map(({ key }) => key)))
    for (const [index, candidate] of part.entries()) {
      const { author = null, caption = 0 } = origins[index] ?? {}
      const isNamed = author === null || (candidate.fields & authorField) !== 0
      const isOne = !isNamed && isFull(ofAuthors, author, mostOfAuthor)
      const isSame = caption !== 0 && isFull(ofCaptions, caption, mostOfCaption)
      if (ahead.length === firstPage || isOne || isSame) {
        later.push(candidate)
        continue
      }
      ahead.push(candidate)
      if (!isNamed) count(ofAuthors, author)
      if (caption !== 0) count(ofCaptions, caption)
    }
  }
  return isAll || ahead.length === firstPage ? [...ahead, ...later, ...ranked.slice(seen)] : ahead
}

const isFull = (counts: ReadonlyMap<number, number>, of: number, most: number): boolean => (counts.get(of) ?? 0) >= most

const count = (counts: Map<number, number>, of: number): void => {
  counts.set(of, (counts.get(of) ?? 0) + 1)
}
