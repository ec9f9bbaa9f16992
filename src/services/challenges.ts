import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { count, cursor, id } from './input.ts'
import { operation } from './operation.ts'

/** What belongs to a hashtag challenge. */
export const challenges = {
  posts: operation(
    { challengeId: id('hashtag challenge', examples.challengeId), count: count('hashtagPosts'), cursor },
    (deps, scope, input) =>
      readFeed(deps, scope, 'hashtagPosts', input.challengeId, input, `Hashtag challenge ${input.challengeId}`)
  )
}
