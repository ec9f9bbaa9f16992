import { type Awaitable, andThen, attempt } from '../core/awaitable.ts'
import { asApiError, invalidParam, notFound, unsupported } from '../core/errors.ts'
import { fromKeys } from '../core/keys-of.ts'
import type { Scope } from '../core/scope.ts'
import { type CountGrowth, growthOf } from '../engines/history/growth.ts'
import { publishedSteps, publishedWithin } from '../engines/history/published.ts'
import { countFields } from '../engines/history/samples.ts'
import { type HistoryPoint, inRange, interpolated, ofObservations, ofSteps } from '../engines/history/steps.ts'
import {
  stepsBetween,
  stepsWithin,
  type TimelineStep,
  type TimeRange,
  timelineSteps
} from '../engines/history/timeline-steps.ts'
import type { CountPoint } from '../records/count-history.ts'
import { FactsKey } from '../records/facts-key.ts'
import { examples } from './examples.ts'
import { checkPeriod, countedPeriod, days, type Fill, observedPeriod } from './history-inputs.ts'
import { id, username } from './input.ts'
import { PostCounts } from './list-counts.ts'
import { type Deps, operation } from './operation.ts'
import { type PostList, postListOf } from './post-lists.ts'

/** The default of `Deps.maxPoints`. */
export const maxPoints = 1_000

/** Point of a sound or hashtag. `newPosts`: posts published in the step; null if the count was observed. */
export type PostsPoint = HistoryPoint & { readonly newPosts: number | null }

type Series = TimeRange & { step: TimelineStep | null; fill: Fill }

const handle = username(examples.username)
const postId = id('post', examples.postId)
const soundId = id('sound', examples.soundId)
const challengeId = id('hashtag challenge', examples.challengeId)

const daySeconds = 86_400

/** The error of a source without counts over time. `way`: how to get them. */
const noHistory = (what: string, way: string) =>
  unsupported(
    `This server has no history of ${what}`,
    `the data come from a source without a graph, which has no counts over time${way}`
  )

/** All points of an object, from one look-up that history and growth share. */
const observed = (
  { reads }: Deps,
  scope: Scope,
  kind: 'postHistory' | 'userHistory' | 'soundHistory',
  key: string,
  what: string
): Awaitable<readonly CountPoint[]> =>
  andThen(reads.lookUp(scope, kind, key), (found) => {
    if (found !== null) return found.points
    if (reads.hasFilters === true) throw notFound(what)
    throw noHistory(what, ': set HISTORY on this server, and it records the counts that it reads from then on')
  })

/** Refuses steps that give too many points. */
const checkSteps = (step: TimelineStep, first: number, last: number, most: number): void => {
  const steps = stepsBetween(step, first, last)
  if (steps <= most) return
  throw invalidParam(
    'step',
    `gives ${steps} points, and an answer has at most ${most}: choose a longer one, or a shorter period with from and to`
  )
}

/** Points of a period. Computed from all observations and then cut, so that a shorter period has the same points as a longer one. */
const seriesOf = (
  all: readonly CountPoint[],
  { step, fill, ...range }: Series,
  { maxPoints: most = maxPoints }: Deps
): HistoryPoint[] => {
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  const filled = (points: HistoryPoint[]) => (fill === 'LINEAR' ? interpolated(points) : points)
  if (step !== null) {
    const shown = stepsWithin(step, range, first.at, last.at)
    if (shown === null) return []
    checkSteps(step, shown.first, shown.last, most)
    return inRange(filled(ofSteps(all, step, shown)), { from: shown.first, to: shown.last + 1 })
  }
  const points = inRange(filled(ofObservations(all)), range)
  if (points.length <= most) return points
  throw invalidParam(
    'step',
    `is needed: the period has ${points.length} observations, and an answer has at most ${most} points; choose one, or a shorter period with from and to`
  )
}

/** Counts by day if no step is given, or by month if the source cannot count so many days. */
const published = (deps: Deps, scope: Scope, list: PostList, series: Series): Awaitable<PostsPoint[]> => {
  const counted = attempt(() => publishedBy(deps, scope, list, series))
  if (series.step !== null || !(counted instanceof Promise)) return counted
  return counted.catch((error: unknown) => {
    if (asApiError(error).details.param !== 'step') throw error
    return publishedBy(deps, scope, list, { ...series, step: 'MONTH' })
  })
}

/**
 * Number of public posts of a list by time of publication, as counted by the source. By day if no step is given, or by the next longer step
 * with few enough points.
 */
const publishedBy = (
  deps: Deps,
  scope: Scope,
  list: PostList,
  { step: given, ...range }: Series
): Awaitable<PostsPoint[]> => {
  const { maxPoints: most = maxPoints } = deps
  const counting = new PostCounts(list, null).summary(deps, scope, { kind: 'timeline', step: given ?? 'DAY' })
  return andThen(counting, (summary) => {
    if (summary === null) throw notFound(list.what)
    const timeline = summary.timeline ?? []
    const gridOf = (step: TimelineStep) => publishedWithin(timeline, step, range)
    const fits = (step: TimelineStep) => {
      const grid = gridOf(step)
      return grid === null || stepsBetween(step, grid.first, grid.last) <= most
    }
    const step = given ?? timelineSteps.find(fits) ?? 'MONTH'
    const grid = gridOf(step)
    if (grid !== null) checkSteps(step, grid.first, grid.last, most)
    return publishedSteps(timeline, step, range).map(({ at, added, total }) => ({
      ...exactly,
      at,
      counts: [total],
      newPosts: added
    }))
  })
}

const exactly = { observedAt: null, source: null, rounded: 0, negative: 0, interpolated: 0 }

/** Counts of one object over time, earliest first. `UNSUPPORTED` if the source has none. */
export const history = {
  post: operation({ postId, ...observedPeriod }, (deps, scope, { postId, ...series }) => {
    checkPeriod(series)
    return andThen(observed(deps, scope, 'postHistory', postId, `Post ${postId}`), (all) => seriesOf(all, series, deps))
  }),

  user: operation({ username: handle, ...observedPeriod }, (deps, scope, { username, ...series }) => {
    checkPeriod(series)
    return andThen(observed(deps, scope, 'userHistory', username, `User ${username}`), (all) =>
      seriesOf(all, series, deps)
    )
  }),

  /** Counted from its posts; over a source without a graph, the observed counts. */
  sound: operation(
    { soundId, ...observedPeriod },
    (deps, scope, { soundId, ...series }): Awaitable<readonly PostsPoint[]> => {
      checkPeriod(series)
      if (deps.reads.hasFilters === true) {
        return published(deps, scope, postListOf('soundPosts', new FactsKey(soundId)), series)
      }
      return andThen(observed(deps, scope, 'soundHistory', soundId, `Sound ${soundId}`), (all) =>
        seriesOf(all, series, deps).map((point) => ({ ...point, newPosts: null }))
      )
    }
  ),

  /** Counted from its posts. */
  hashtag: operation({ challengeId, ...countedPeriod }, (deps, scope, { challengeId, ...series }) => {
    checkPeriod(series)
    const list = postListOf('hashtagPosts', new FactsKey(challengeId))
    if (deps.reads.hasFilters !== true) throw noHistory(list.what, '')
    return published(deps, scope, list, { ...series, fill: null })
  })
}

const growthOfEach = <F extends string>(
  points: readonly CountPoint[],
  fields: readonly F[],
  seconds: number
): Record<F, CountGrowth | null> => fromKeys(fields, (_, index) => growthOf(points, index, seconds))

/** The growth of a post without id, which has no history. */
export const noGrowth = { posts: growthOfEach([], countFields.posts, 0) }

/** Growth of each count up to its newest observation, as `growthOf` defines it. */
export const growth = {
  post: operation({ postId, days: days(1) }, (deps, scope, { postId, days }) =>
    andThen(observed(deps, scope, 'postHistory', postId, `Post ${postId}`), (points) =>
      growthOfEach(points, countFields.posts, days * daySeconds)
    )
  ),

  user: operation({ username: handle, days: days(30) }, (deps, scope, { username, days }) =>
    andThen(observed(deps, scope, 'userHistory', username, `User ${username}`), (points) =>
      growthOfEach(points, countFields.users, days * daySeconds)
    )
  )
}
