import { attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { Post } from '../records/post.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { type FeedDependencies, type FeedPage, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { operation, username } from './input.ts'
import { computeScorecard, maxPosts } from './scorecard.ts'

/** Computed insight. spec: Intelligence 24. */
export const intelligenceServices = (dependencies: FeedDependencies & { now: () => number }) => {
  /** A scorecard stays what it is while the profile and the posts it was computed from stay in the cache. */
  const computed = new WeakMap<UserProfile, { posts: readonly unknown[]; scorecard: CreatorScorecard }>()

  const scorecardOf = (profile: UserProfile, { items }: FeedPage<Post>): CreatorScorecard => {
    if (profile.is_private) {
      const { username } = profile
      throw new ApiError('ACCOUNT_PRIVATE', `The account ${username} is private; scorecards need a public one.`)
    }
    const known = computed.get(profile)
    if (known?.posts === items) return known.scorecard
    const scorecard = computeScorecard(profile, items, new Date(dependencies.now()))
    computed.set(profile, { posts: items, scorecard })
    return scorecard
  }

  return {
    scorecard: operation({ username: username(examples.username) }, (scope, { username: handle }) => {
      const what = `User ${handle}`
      const latest = { count: maxPosts, after: null }
      // Side by side: neither read needs the other.
      const profile = attempt(() => found(dependencies.reads.lookUp(scope, 'user', userKey(handle, null)), what))
      const posts = attempt(() => readFeed(dependencies, scope, 'userPosts', handle, latest, what))
      return profile instanceof Promise || posts instanceof Promise
        ? Promise.all([profile, posts]).then(([profile, posts]) => scorecardOf(profile, posts))
        : scorecardOf(profile, posts)
    })
  }
}
