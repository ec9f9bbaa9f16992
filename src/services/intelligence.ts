import { type Awaitable, andThen, attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { MissingField } from '../records/missing-fields.ts'
import type { ScorecardInputs, ScoredPost } from '../records/scorecard-inputs.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { username } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'
import { missingInputs } from './scorecard/missing-inputs.ts'
import { ofWholePost } from './scorecard/whole-post.ts'
import { computeScorecard, maxPosts } from './scorecard.ts'

/** What a scorecard is computed from beside the profile. `reading`: the same object as long as it stays in the cache. */
type Basis = { posts: () => readonly ScoredPost[]; missing: ScorecardInputs['missing']; reading: object }

/** A scorecard stays what it is while all that it was computed from stays in the cache. */
const computed = new WeakMap<UserProfile, { reading: object; scorecard: CreatorScorecard }>()

/** What scorecards missingInputs, for which REST has no place. */
const missingInputsBy = new WeakMap<CreatorScorecard, readonly MissingField[] | null>()

/** What no feed told of all that a scorecard was computed from, by names; null where the source does not tell. */
export const missingInputsIn = (scorecard: CreatorScorecard): readonly MissingField[] | null =>
  missingInputsBy.get(scorecard) ?? null

const scorecardOf = (profile: UserProfile, { posts, missing, reading }: Basis, now: () => number): CreatorScorecard => {
  const known = computed.get(profile)
  if (known?.reading === reading) return known.scorecard
  const newest = posts()
  const scorecard = computeScorecard(profile, newest, new Date(now()), missing)
  computed.set(profile, { reading, scorecard })
  missingInputsBy.set(scorecard, missingInputs(newest, missing))
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
    // Side by side: neither read needs the other.
    const profile = attempt(() =>
      andThen(found(deps.reads.lookUp(scope, 'user', userKey(username, null)), what), refusePrivate)
    )
    const basis = attempt(() =>
      andThen(
        found(deps.reads.lookUp(scope, 'scorecardInputs', username), what),
        (scorecardInputs): Awaitable<Basis> => {
          const { posts, missing } = scorecardInputs
          if (posts !== null) return { posts: () => posts, missing, reading: scorecardInputs }
          const page = readFeed(deps, scope, 'userPosts', username, latest, what)
          return andThen(page, (page) => ({ posts: () => page.items.map(ofWholePost), missing, reading: page.reading }))
        }
      )
    )
    // Where both fail, what is said of the profile counts, whichever failed first.
    if (basis instanceof Promise) basis.catch(() => {})
    return andThen(profile, (profile) => andThen(basis, (basis) => scorecardOf(profile, basis, deps.now)))
  })
}
