import { type Awaitable, andThen, attempt } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { CreatorScorecard } from '../records/creator-scorecard.ts'
import type { MissingField } from '../records/missing-fields.ts'
import type { ScorecardInputs, ScoredPost } from '../records/scorecard-inputs.ts'
import { userKey } from '../records/user-key.ts'
import type { UserProfile } from '../records/user-profile.ts'
import { missingInputs } from '../scorecard/missing-inputs.ts'
import { computeScorecard, maxPosts } from '../scorecard/scorecard.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { username } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'
import { ofWholePost } from './whole-post.ts'

/** What a scorecard is computed from besides the profile. `reading`: identity of the cached read. */
type Basis = { posts: () => readonly ScoredPost[]; missing: ScorecardInputs['missing']; reading: object }

/** Scorecards by profile, valid while everything they were computed from stays cached. */
const computed = new WeakMap<UserProfile, { reading: object; scorecard: CreatorScorecard }>()

/** Missing inputs per scorecard; REST has no field for them. */
const missingInputsBy = new WeakMap<CreatorScorecard, readonly MissingField[] | null>()

/** Names of the inputs of a scorecard that no source has given; null when the source cannot say. */
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
          const { posts, missing } = scorecardInputs
          if (posts !== null) return { posts: () => posts, missing, reading: scorecardInputs }
          const page = readFeed(deps, scope, 'userPosts', username, latest, what)
          return andThen(page, (page) => ({ posts: () => page.items.map(ofWholePost), missing, reading: page.reading }))
        }
      )
    )
    // If both fail, the profile's error is reported, whichever came first.
    if (basis instanceof Promise) basis.catch(() => {})
    return andThen(profile, (profile) => andThen(basis, (basis) => scorecardOf(profile, basis, deps.now)))
  })
}
