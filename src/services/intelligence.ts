import { andThen, attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { Post } from '../records/post.ts'
import type { Untold, UntoldField } from '../records/untold.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { type FeedPage, readFeed } from './feed-page.ts'
import { found } from './found.ts'
import { username } from './input.ts'
import { operation } from './operation.ts'
import { lacked } from './scorecard/lacked.ts'
import { computeScorecard, maxPosts } from './scorecard.ts'

/** A scorecard stays what it is while all that it was computed from stays in the cache. */
const computed = new WeakMap<UserProfile, { posts: object; untold: Untold; scorecard: CreatorScorecard }>()

/** What scorecards lacked, for which REST has no place. */
const lackedBy = new WeakMap<CreatorScorecard, readonly UntoldField[] | null>()

/** What no feed told of all that a scorecard was computed from, by names; null where the source does not tell. */
export const lackedIn = (scorecard: CreatorScorecard): readonly UntoldField[] | null => lackedBy.get(scorecard) ?? null

const scorecardOf = (
  profile: UserProfile,
  page: FeedPage<Post>,
  untold: Untold,
  now: () => number
): CreatorScorecard => {
  const known = computed.get(profile)
  if (known?.posts === page.reading && known.untold === untold) return known.scorecard
  const { items } = page
  const scorecard = computeScorecard(profile, items, new Date(now()), untold)
  computed.set(profile, { posts: page.reading, untold, scorecard })
  lackedBy.set(scorecard, lacked(items, untold))
  return scorecard
}

const refusePrivate = (profile: UserProfile): UserProfile => {
  if (!profile.is_private) return profile
  throw new ApiError('ACCOUNT_PRIVATE', `The account ${profile.username} is private; scorecards need a public one.`)
}

/** Computed insight. */
export const intelligence = {
  scorecard: operation({ username: username(examples.username) }, (deps, scope, { username }) => {
    const what = `User ${username}`
    const latest = { count: maxPosts, after: null }
    // Side by side: no read needs another.
    const profile = attempt(() =>
      andThen(found(deps.reads.lookUp(scope, 'user', userKey(username, null)), what), refusePrivate)
    )
    const posts = attempt(() => readFeed(deps, scope, 'userPosts', username, latest, what))
    const untold = attempt(() => found(deps.reads.lookUp(scope, 'untold', username), what))
    // Where several fail, what is said of the profile counts, then of the posts, whichever failed first.
    for (const read of [posts, untold]) if (read instanceof Promise) read.catch(() => {})
    return andThen(profile, (profile) =>
      andThen(posts, (posts) => andThen(untold, (untold) => scorecardOf(profile, posts, untold, deps.now)))
    )
  })
}
