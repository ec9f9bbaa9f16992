import type { CompletionKind } from '../../records/completion.ts'
import { nameMatchCount } from '../../records/name-matches.ts'
import type { Steps } from './store.ts'
import { matchesOf, readTyped, type SuggestionStore } from './suggestion-matches.ts'

/** Ids of the records whose names match: whole names first, then the best known. A keyword that matches nothing at all is corrected. */
export function* nameMatches(
  keyword: string
): Steps<Readonly<Record<'sound' | 'hashtag' | 'place' | 'effect', readonly string[]>>, SuggestionStore> {
  const matches = yield* matchesOf(readTyped(keyword))
  const of = (kind: CompletionKind) =>
    [...new Set(matches.flatMap((match) => (match.kind === kind ? match.records : [])))].slice(0, nameMatchCount)
  return { sound: of('sound'), hashtag: of('hashtag'), place: of('place'), effect: of('effect') }
}
