import type { ComponentChildren } from 'preact'
import type { Problem } from '../graph/problem.ts'

/** `h1` where the state replaces the whole view. */
type Heading = 'h1' | 'h2'

type StateProps = { title: string; as?: Heading; children: ComponentChildren }

/** Says what is missing, why, and what to do next. */
export const Empty = ({ title, as: Title = 'h2', children }: StateProps) => (
  <div class="card panel state">
    <Title>{title}</Title>
    {children}
  </div>
)

const titles: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Not found',
  INVALID_PARAM: 'That does not look right',
  UNREACHABLE: 'The server does not answer',
  RATE_LIMITED: 'Too many requests',
  UPSTREAM_ERROR: 'The data source gave no usable answer',
  UPSTREAM_TIMEOUT: 'The data source did not answer in time',
  UNAVAILABLE: 'Not available right now',
  UNSUPPORTED: 'Not known to this server'
}

/** The object does not exist, and a retry is useless: the server answers 404 for such pages. */
export const isMissing = (code: string): boolean => code === 'NOT_FOUND' || code === 'INVALID_PARAM'

/** Another attempt would fail as well. */
const isFinal = (code: string): boolean => isMissing(code) || code === 'UNSUPPORTED'

type FailedProps = { problem: Problem; as?: Heading; title?: string; again?: () => void; children?: ComponentChildren }

/** A problem in words, with a next step. */
export const Failed = ({ problem, as: Title = 'h2', title, again, children }: FailedProps) => (
  <div class="card panel state failed" role="alert">
    <Title>{title ?? titles[problem.code] ?? 'Something went wrong'}</Title>
    <p>{problem.message}</p>
    {children}
    {again !== undefined && !isFinal(problem.code) && (
      <button type="button" class="button" onClick={again}>
        Try again
      </button>
    )}
    {problem.explained !== undefined && (
      <p class="quiet">
        <a href={problem.explained}>What {problem.code} means</a>
      </p>
    )}
  </div>
)

/** Placeholder for content. */
export const Loading = ({ what, tiles = 12 }: { what: string; tiles?: number }) => (
  <div class="loading" role="status" aria-label={`Loading ${what}`}>
    <div class="bone line" />
    <div class="bone line" />
    <div class="grid">
      {Array.from({ length: tiles }, (_, index) => (
        <div key={index} class="bone tile" />
      ))}
    </div>
  </div>
)
