import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { count, cursor, id, operation } from './input.ts'

/** Posts of a hashtag challenge. spec: challenges 23. */
export const challengeServices = (dependencies: FeedDependencies) => ({
  posts: operation(
    { challengeId: id('hashtag challenge', examples.challengeId), count: count('hashtagPosts'), cursor },
    (scope, input) =>
      readFeed(dependencies, scope, 'hashtagPosts', input.challengeId, input, `Hashtag challenge ${input.challengeId}`)
  )
})
