import type { ComponentChildren } from 'preact'
import type { Problem } from '../graph/problem.ts'
import type { Answer } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { start } from '../route.ts'

const nothing: Problem = { code: 'NOT_FOUND', message: 'There is nothing here.', field: null }

type LoadedProps<D, T> = {
  answer: Answer<D>
  /** The thing the view is about, out of the answer. */
  of: (data: D) => T | null
  /** What it is called, for people: “creator”. */
  what: string
  /** The name or id it was asked for by. */
  asked: string
  children: (thing: T) => ComponentChildren
}

/** A view's content once it came; before that its outline, and in its place what went wrong. */
export const Loaded = <D, T>({ answer, of, what, asked, children }: LoadedProps<D, T>) => {
  const { data, problems, isLoading, again } = answer
  if (isLoading) return <Loading what={what} />
  const thing = data === null ? null : of(data)
  if (thing !== null) return <>{children(thing)}</>
  const problem = problems[0] ?? nothing
  if (problem.code !== 'NOT_FOUND') return <Failed as="h1" problem={problem} again={again} />
  return (
    <Failed as="h1" problem={problem} title={`No such ${what}`}>
      <p>It may be mistyped, or gone.</p>
      <p class="row">
        <Link class="button" to={{ view: 'search', keyword: asked.slice(0, 200), among: 'creators' }}>
          Search for it
        </Link>
        <Link class="button" to={start}>
          Start over
        </Link>
      </p>
    </Failed>
  )
}
