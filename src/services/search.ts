import { andThen } from '../core/awaitable.ts'
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
  /** The keyword as it is searched for. Reads nothing. */
  by: operation({ keyword: keyword(examples.keyword) }, (_deps, _scope, input) => input),
  /** Top posts over captions, hashtags, creators and sounds. */
  top: searchOf('searchTop'),
  /** Posts whose caption or hashtags match; where none say all of it, those whose creator, sound or place does. */
  videos: searchOf('searchVideos'),
  users: searchOf('searchUsers'),
  /** Rooms that are on the air. */
  live: searchOf('searchLive'),
  /** Up to ten creators, hashtags, places, sounds and phrases that complete what was typed, the most popular first. */
  suggestions: operation({ keyword: keyword(examples.partialKeyword) }, ({ reads }, scope, { keyword }) =>
    andThen(reads.lookUp(scope, 'suggestions', keyword), (terms) => terms ?? [])
  ),
  /** The same with what each of them is about; null where the source does not tell. */
  completions: operation({ keyword: keyword(examples.partialKeyword) }, ({ reads }, scope, { keyword }) =>
    reads.lookUp(scope, 'completions', keyword)
  ),
  /** Words of the keyword that the top posts may lack; null where the source does not tell. */
  ignoredTerms: operation({ keyword: keyword(examples.keyword) }, ({ reads }, scope, { keyword }) =>
    reads.lookUp(scope, 'ignoredTerms', keyword)
  )
}
