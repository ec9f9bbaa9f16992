import type { ExploreCompareQuery } from '../../../../built/documents.js'
import { counted } from '../format.ts'
import { type Problem, reasonOf } from '../graph/problem.ts'
import type { Requested } from '../table/creator-row.ts'

export type ComparedCreator = NonNullable<NonNullable<ExploreCompareQuery['usersByUsername']>[number]>
export type ComparedPost = NonNullable<ComparedCreator['posts']>['nodes'][number]

/** A creator in a comparison, under the handle in the URL. */
export type Compared = Requested<ComparedCreator>

export const postsOf = ({ creator }: Compared): readonly ComparedPost[] => creator?.posts?.nodes ?? []

export const nameOf = ({ handle, creator }: Compared): string => creator?.displayName ?? handle

/** The reason for missing data of a creator, from the problems of their list element. */
const lackOf = (creator: ComparedCreator | null, problems: readonly Problem[]): string | null => {
  const [problem] = problems
  if (creator === null) return reasonOf(problem)
  if (creator.isPrivate) return 'Private: posts and scores hidden'
  if (problem !== undefined) return `Incomplete: ${problem.message}`
  const { length } = creator.posts?.nodes ?? []
  if (length === 0) return creator.totalVideos === 0 ? 'No posts yet' : 'No posts here'
  return creator.scorecard?.intelligence.lowSampleWarning
    ? `Only ${counted(length, 'post', 'posts')}: scores say little`
    : null
}

/** The creators of the answer by requested handle, in lower case. */
export const byName = (
  requested: readonly string[],
  { usersByUsername: users }: ExploreCompareQuery,
  problems: readonly Problem[]
): ReadonlyMap<string, Compared> =>
  new Map(
    requested.map((handle, index) => {
      const creator = users?.[index] ?? null
      const own = problems.filter(({ element }) => element === index || element === undefined)
      return [handle.toLowerCase(), { handle, creator, lacks: lackOf(creator, own) }]
    })
  )
