import type { ComponentChildren } from 'preact'
import { missingTitle } from '../../views/titles.ts'
import type { Problem } from '../graph/problem.ts'
import type { QueryState } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Failed, isMissing, Loading } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { type Among, start } from '../route.ts'

const nothing: Problem = { code: 'NOT_FOUND', message: 'There is nothing here.', field: null }

type ByName = { among: Among; hint: string }

const creatorByName: ByName = {
  among: 'creators',
  hint: 'The handle may be mistyped, or the data do not have the account.'
}

type LoadedProps<D, T> = {
  answer: QueryState<D>
  /** Selects the view's object from the answer. */
  of: (data: D) => T | null
  /** The noun for the object, such as “creator”. */
  what: string
  /** The requested name or id. */
  requested: string
  /** Names can be searched for, unlike ids: where to search, and what may be wrong with this name. */
  byName?: ByName
  /** The query behind the view, shown with a problem too. */
  queryButton?: ComponentChildren
  children: (thing: T) => ComponentChildren
}

/** A view's content when loaded; before that a placeholder, or the problem. */
export const Loaded = <D, T>({ answer, of, what, requested, byName, queryButton, children }: LoadedProps<D, T>) => {
  const { data, problems, isLoading, again } = answer
  const thing = data === null ? null : of(data)
  const problem = problems[0] ?? nothing
  useTitle(!isLoading && thing === null && isMissing(problem.code) ? missingTitle(what) : undefined)
  if (isLoading) return <Loading what={what} />
  if (thing !== null) return <>{children(thing)}</>
  const isUnknown = problem.code === 'NOT_FOUND'
  return (
    <Failed as="h1" problem={problem} again={again} {...(isUnknown && { title: `No such ${what}` })}>
      {isUnknown && <p>{byName?.hint ?? 'The id may be mistyped, or the data do not have it.'}</p>}
      {isMissing(problem.code) && (
        <p class="row">
          {byName !== undefined && (
            <Link class="button" to={{ view: 'search', keyword: requested.slice(0, 200), among: byName.among }}>
              Search for it
            </Link>
          )}
          <Link class="button" to={start}>
            Start over
          </Link>
        </p>
      )}
      {queryButton}
    </Failed>
  )
}

type LoadedCreatorProps<U> = Pick<
  LoadedProps<{ user: U | null }, U>,
  'answer' | 'requested' | 'queryButton' | 'children'
>

/** The same for a creator, by handle. */
export const LoadedCreator = <U,>(props: LoadedCreatorProps<U>) => (
  <Loaded of={({ user }: { user: U | null }) => user} what="creator" byName={creatorByName} {...props} />
)
