import { ApiError, notFound } from '../errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { userKey } from '../source/keys.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, readFeed } from './feed-page.ts'
import { operation, username } from './input.ts'
import { computeScorecard, maxPosts } from './scorecard.ts'

/** Computed insight. spec: Intelligence 24. */
export const intelligenceServices = (dependencies: FeedDependencies & { now: () => number }) => {
  /** A scorecard stays what it is while the profile and the posts it was computed from stay in the cache. */
  const computed = new WeakMap<UserProfile, { posts: readonly unknown[]; scorecard: CreatorScorecard }>()

  return {
    scorecard: operation({ username: username(examples.username) }, async (scope, input) => {
      // Side by side: neither read needs the other.
      const [profile, posts] = await Promise.all([
        dependencies.reads.lookUp(scope, 'user', userKey(input.username, null)),
        readFeed(
          dependencies,
          scope,
          'userPosts',
          input.username,
          { count: maxPosts, after: null },
          `User ${input.username}`
        )
      ])
      if (profile === null) throw notFound(`User ${input.username}`)
      if (profile.is_private) {
        throw new ApiError('ACCOUNT_PRIVATE', `The account ${input.username} is private; scorecards need a public one.`)
      }
      const known = computed.get(profile)
      if (known?.posts === posts.items) return known.scorecard
      const scorecard = computeScorecard(profile, posts.items, new Date(dependencies.now()))
      computed.set(profile, { posts: posts.items, scorecard })
      return scorecard
    })
  }
}
