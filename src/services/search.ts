import { andThen } from '../core/awaitable.ts'
import { forOneRequest } from '../core/one-request.ts'
import type { FeedKind } from '../store/kinds.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { count, cursor, keyword } from './input.ts'
import { operation } from './operation.ts'

const searchOf = <K extends FeedKind>(kind: K) =>
  operation({ keyword: keyword(examples.keyword), count: count(kind), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, kind, input.keyword, input, 'The search')
  )

/** Search by keyword. */
export const search = {
  /** The normalized keyword. Reads nothing. */
  by: operation({ keyword: keyword(examples.keyword) }, (_deps, _scope, input) => forOneRequest(input)),
  /** Top results over captions, hashtags, creators and sounds. */
  top: searchOf('searchTop'),
  /** Posts whose caption or hashtags match; if none matches all terms, posts whose creator, sound or place does. */
  videos: searchOf('searchVideos'),
  users: searchOf('searchUsers'),
  /** Live rooms on the air. */
  live: searchOf('searchLive'),
  /** Up to ten creators, hashtags, places, sounds, effects and phrases that complete the text, most popular first. */
  suggestions: operation({ keyword: keyword(examples.partialKeyword) }, ({ reads }, scope, { keyword }) =>
    andThen(reads.lookUp(scope, 'suggestions', keyword), (terms) => terms ?? [])
  ),
  /** Suggestions with the kind of each; null if the source cannot say. */
  completions: operation({ keyword: keyword(examples.partialKeyword) }, ({ reads }, scope, { keyword }) =>
    reads.lookUp(scope, 'completions', keyword)
  ),
  /** Sounds, hashtags, places and effects by name; null where the source cannot say. */
  names: operation({ keyword: keyword(examples.keyword) }, ({ reads }, scope, { keyword }) =>
    reads.lookUp(scope, 'nameMatches', keyword)
  ),
  /** Terms of the keyword that the top results may lack; null where the source cannot say. */
  ignoredTerms: operation({ keyword: keyword(examples.keyword) }, ({ reads }, scope, { keyword }) =>
    reads.lookUp(scope, 'ignoredTerms', keyword)
  )
}
