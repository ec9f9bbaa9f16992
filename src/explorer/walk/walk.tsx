import { useState } from 'preact/hooks'
import { ExploreAnyDocument, ExploreGraphDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { Failed } from '../parts/states.tsx'
import { GraphMap } from './graph-map.tsx'
import { endOf, queryText, type WalkPath, walked } from './query-text.ts'
import { Step } from './step.tsx'
import { type Kind, startsFromSearch, startsOf, type WalkStarts, type WalkStop } from './stops.ts'

/** The walk of this tab, kept so that going back resumes it. */
let kept: WalkPath | null = null

const firstTrail = (starts: WalkStarts): WalkPath | null => {
  const begin = starts.User.stop ?? starts.Post.stop ?? null
  return begin === null ? null : { begin, steps: [] }
}

const kindsOf = (trail: WalkPath | null): ReadonlySet<Kind> =>
  new Set(trail === null ? [] : [trail.begin.kind, ...trail.steps.map(({ stop }) => stop.kind)])

type PathProps = { trail: WalkPath; onBack: (trail: WalkPath) => void }

/** The steps of the walk; each links back to its object. */
const Path = ({ trail, onBack }: PathProps) => (
  <ol class="path" aria-label="The walk so far">
    {[{ way: null, stop: trail.begin }, ...trail.steps].map(({ way, stop }, index) => (
      <li key={`${index} ${stop.id}`}>
        {way !== null && <code>{way.field}</code>}
        <button
          type="button"
          class="chip"
          {...(index === trail.steps.length ? { 'aria-current': 'step' as const } : {})}
          onClick={() => onBack({ begin: trail.begin, steps: trail.steps.slice(0, index) })}
        >
          <bdi>{stop.name}</bdi>
        </button>
      </li>
    ))}
  </ol>
)

/** The picture, the walk in it and its query. */
const Walking = ({ starts }: { starts: WalkStarts }) => {
  const [chosen, choose] = useState<WalkPath | null>(kept)
  const trail = chosen ?? firstTrail(starts)
  const go = (next: WalkPath) => {
    kept = next
    choose(next)
  }
  const query = trail === null ? '' : queryText(trail)
  return (
    <>
      <GraphMap starts={starts} kinds={kindsOf(trail)} onStart={(stop: WalkStop) => go({ begin: stop, steps: [] })} />
      {trail !== null && (
        <>
          <Path trail={trail} onBack={go} />
          <p class="unseen" role="status">
            {chosen === null ? '' : `At ${endOf(trail).name}`}
          </p>
          <div class="walk-pair">
            <Step of={endOf(trail)} isMoved={chosen !== null} onStep={(way, stop) => go(walked(trail, way, stop))} />
            <div class="walk-query">
              <CodeBlock label="GraphQL query of the walk" text={query} />
              <p>
                <a
                  class="button small"
                  href={`/graphql?${new URLSearchParams({ query })}`}
                  target="_blank"
                  rel="noopener"
                >
                  Run it in GraphiQL
                </a>
              </p>
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** For a source without counts: the same without them. */
const WithoutCounts = () => {
  const { data, problems, again } = useQuery(ExploreAnyDocument, {})
  const [problem] = problems
  if (data !== null) return <Walking starts={startsFromSearch(data)} />
  return problem === undefined ? null : <Failed problem={problem} again={again} />
}

/** The graph as an interactive picture, with a query that grows with each step. */
export const Walk = () => {
  const { data, problems, isLoading, again } = useQuery(ExploreGraphDocument, {})
  const [problem] = problems
  const dataset = data?.dataset ?? null
  return (
    <section class="walk" aria-labelledby="walk" aria-busy={isLoading}>
      <h2 id="walk">How the data are connected</h2>
      <p class="intro">
        All data are one graph. Follow its fields from item to item; the query for the whole path is built along the
        way.
      </p>
      {dataset !== null && <Walking starts={startsOf(dataset)} />}
      {dataset === null && problem !== undefined && <Failed problem={problem} again={again} />}
      {dataset === null && problem === undefined && !isLoading && <WithoutCounts />}
    </section>
  )
}
