import { type Awaitable, andThen, attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import { computeScorecard, maxPosts } from '../engines/scorecard/scorecard.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import { missingIn } from '../records/missing-fields.ts'
import type { ScoredPost } from '../records/scorecard-inputs.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { username } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'
import { ofWholePost } from './whole-post.ts'

/** The posts that a scorecard is computed from. `reading`: identity of the cached read. */
type Basis = { posts: () => readonly ScoredPost[]; reading: object }

/** Scorecards by profile, valid while everything they were computed from stays cached. */
const computed = new WeakMap<UserProfile, { reading: object; scorecard: CreatorScorecard }>()

const scorecardOf = (profile: UserProfile, { posts, reading }: Basis, now: () => number): CreatorScorecard => {
  const known = computed.get(profile)
  if (known?.reading === reading) return known.scorecard
  const scorecard = computeScorecard(profile, posts(), new Date(now()), missingIn(profile))
  computed.set(profile, { reading, scorecard })
  return scorecard
}

const refusePrivate = (profile: UserProfile): UserProfile => {
  if (!profile.is_private) return profile
  throw new ApiError('ACCOUNT_PRIVATE', `The account ${profile.username} is private; scorecards need a public one.`)
}

/** Scorecards. */
export const intelligence = {
  scorecard: operation({ username: username(examples.username) }, (deps, scope, { username }) => {
    const what = `User ${username}`
    const latest = { count: maxPosts, after: null }
    // Both reads run concurrently; neither needs the other.
    const profile = attempt(() =>
      andThen(found(deps.reads.lookUp(scope, 'user', userKey(username, null)), what), refusePrivate)
    )
    const basis = attempt(() =>
      andThen(
        found(deps.reads.lookUp(scope, 'scorecardInputs', username), what),
        (scorecardInputs): Awaitable<Basis> => {
          const { posts } = scorecardInputs
          if (posts !== null) return { posts: () => posts, reading: scorecardInputs }
          const page = readFeed(deps, scope, 'userPosts', username, latest, what)
          return andThen(page, (page) => ({ posts: () => page.items.map(ofWholePost), reading: page.reading }))
        }
      )
    )
    // If both fail, the profile's error is reported, whichever came first.
    if (basis instanceof Promise) basis.catch(() => {})
    return andThen(profile, (profile) => andThen(basis, (basis) => scorecardOf(profile, basis, deps.now)))
  })
}
