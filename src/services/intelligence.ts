import { andThen, attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { Post } from '../records/post.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { type FeedPage, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { username } from './input.ts'
import { operation } from './operation.ts'
import { computeScorecard, maxPosts } from './scorecard.ts'

/** A scorecard stays what it is while the profile and the posts it was computed from stay in the cache. */
const computed = new WeakMap<UserProfile, { posts: readonly Post[]; scorecard: CreatorScorecard }>()

const scorecardOf = (profile: UserProfile, { items }: FeedPage<Post>, now: () => number): CreatorScorecard => {
  if (profile.is_private) {
    throw new ApiError('ACCOUNT_PRIVATE', `The account ${profile.username} is private; scorecards need a public one.`)
  }
  const known = computed.get(profile)
  if (known?.posts === items) return known.scorecard
  const scorecard = computeScorecard(profile, items, new Date(now()))
  computed.set(profile, { posts: items, scorecard })
  return scorecard
}

/** Computed insight. */
export const intelligence = {
  scorecard: operation({ username: username(examples.username) }, (deps, scope, { username }) => {
    const what = `User ${username}`
    const latest = { count: maxPosts, after: null }
    // Side by side: neither read needs the other.
    const profile = attempt(() => found(deps.reads.lookUp(scope, 'user', userKey(username, null)), what))
    const posts = attempt(() => readFeed(deps, scope, 'userPosts', username, latest, what))
    // Where both fail, what is said of the profile counts, whichever failed first.
    if (posts instanceof Promise) posts.catch(() => {})
    return andThen(profile, (profile) => andThen(posts, (posts) => scorecardOf(profile, posts, deps.now)))
  })
}
