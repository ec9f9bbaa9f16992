import type { ComponentChildren } from 'preact'
import type { QueryState } from '../graph/use-query.ts'
import { Failed } from '../parts/states.tsx'

type PartProps<T> = {
  answer: Pick<QueryState<unknown>, 'problems' | 'again'>
  /** Its data from the answer. */
  of: T | null | undefined
  /** The name of its field. */
  field: string
  children: (part: T) => ComponentChildren
}

/** A part of a view that may be missing while the others are available: the problem is shown in its place. */
export const Part = <T,>({ answer: { problems, again }, of, field, children }: PartProps<T>) => {
  if (of !== null && of !== undefined) return <>{children(of)}</>
  const problem = problems.find((candidate) => candidate.field?.endsWith(field)) ?? problems[0]
  return problem === undefined ? null : <Failed problem={problem} again={again} />
}
