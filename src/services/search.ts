import { andThen } from '../core/awaitable.ts'
import type { FeedKind } from '../source/source.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { count, cursor, keyword, operation } from './input.ts'

/** Search by keyword. spec: Search 11 to 15. */
export const searchServices = (dependencies: FeedDependencies) => {
  const search = <K extends FeedKind>(kind: K) =>
    operation({ keyword: keyword(examples.keyword), count: count(kind), cursor }, (scope, input) =>
      readFeed(dependencies, scope, kind, input.keyword, input, 'The search')
    )
  return {
    /** Top posts over captions, hashtags, creators and sounds. */
    top: search('searchTop'),
    /** Posts whose caption or hashtags match. */
    videos: search('searchVideos'),
    users: search('searchUsers'),
    /** Rooms that are on the air. */
    live: search('searchLive'),
    /** Up to ten terms that complete what was typed, the most popular first. */
    suggestions: operation({ keyword: keyword(examples.partialKeyword) }, (scope, input) =>
      andThen(dependencies.reads.lookUp(scope, 'suggestions', input.keyword), (terms) => terms ?? [])
    )
  }
}
