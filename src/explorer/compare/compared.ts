import { counted } from '../format.ts'
import type { ExploreCompareQuery } from '../graph/documents.ts'
import { type Problem, reasonOf } from '../graph/problem.ts'

export type ComparedCreator = NonNullable<NonNullable<ExploreCompareQuery['users']>[number]>
export type ComparedPost = NonNullable<ComparedCreator['posts']>['nodes'][number]

/** A creator in a comparison, under the name in the URL. */
export type Compared = {
  name: string
  /** Null for one that is gone, failed or still loading. */
  creator: ComparedCreator | null
  /** Why data are incomplete, in a few words; null when they are complete. */
  lacks: string | null
}

export const postsOf = ({ creator }: Compared): readonly ComparedPost[] => creator?.posts?.nodes ?? []

export const nameOf = ({ name, creator }: Compared): string => creator?.displayName ?? name

/** The reason for missing data of a creator, from the problems of their list element. */
const lackOf = (creator: ComparedCreator | null, problems: readonly Problem[]): string | null => {
  const [problem] = problems
  if (creator === null) return problem === undefined ? null : reasonOf(problem)
  if (creator.isPrivate) return 'Private: posts and scores hidden'
  if (problem !== undefined) return `Incomplete: ${problem.message}`
  const { length } = creator.posts?.nodes ?? []
  if (length === 0) return 'No posts yet'
  return creator.scorecard?.intelligence.lowSampleWarning
    ? `Only ${counted(length, 'post', 'posts')}: scores say little`
    : null
}

/** The creators of the answer by requested name, in lower case. */
export const byName = (
  requested: readonly string[],
  { users }: ExploreCompareQuery,
  problems: readonly Problem[]
): ReadonlyMap<string, Compared> =>
  new Map(
    requested.map((name, index) => {
      const creator = users?.[index] ?? null
      const own = problems.filter(({ element }) => element === index)
      return [name.toLowerCase(), { name, creator, lacks: lackOf(creator, own) }]
    })
  )
