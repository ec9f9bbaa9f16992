import { counted } from '../format.ts'
import type { ExploreCompareQuery } from '../graph/documents.ts'
import type { Problem } from '../graph/problem.ts'

export type Creator = NonNullable<NonNullable<ExploreCompareQuery['users']>[number]>
export type ComparedPost = NonNullable<Creator['posts']>['nodes'][number]

/** A creator in a comparison, by the name that the address gives. */
export type Compared = {
  name: string
  /** Null for one that is gone, failed, or is still to come. */
  creator: Creator | null
  /** Why there is less to see than of others, in a few words; null when all is there. */
  lacks: string | null
}

export const postsOf = ({ creator }: Compared): readonly ComparedPost[] => creator?.posts?.nodes ?? []

export const nameOf = ({ name, creator }: Compared): string => creator?.displayName ?? name

const reasons: Readonly<Record<string, string>> = {
  NOT_FOUND: 'No such creator',
  UPSTREAM_ERROR: 'The data source gave no usable answer',
  UPSTREAM_TIMEOUT: 'The data source did not answer in time',
  RATE_LIMITED: 'Too many requests: try again'
}

/** What is missing of a creator, out of the problems that an answer tells of their element. */
const lackOf = (creator: Creator | null, problems: readonly Problem[]): string | null => {
  const [problem] = problems
  if (creator === null) return problem === undefined ? null : (reasons[problem.code] ?? problem.message)
  if (creator.isPrivate) return 'Private: posts and scores hidden'
  if (problem !== undefined) return `In part: ${problem.message}`
  const { length } = creator.posts?.nodes ?? []
  if (length === 0) return 'No posts yet'
  return creator.scorecard?.intelligence.lowSampleWarning
    ? `Only ${counted(length, 'post', 'posts')}: scores say little`
    : null
}

/** The answer's creators by the names they were asked for, in lower case. */
export const byName = (
  asked: readonly string[],
  { users }: ExploreCompareQuery,
  problems: readonly Problem[]
): ReadonlyMap<string, Compared> =>
  new Map(
    asked.map((name, index) => {
      const creator = users?.[index] ?? null
      const own = problems.filter(({ element }) => element === index)
      return [name.toLowerCase(), { name, creator, lacks: lackOf(creator, own) }]
    })
  )
