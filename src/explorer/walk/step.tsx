import { useEffect, useRef } from 'preact/hooks'
import { compactCount } from '../format.ts'
import { ExploreStepDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Failed } from '../parts/states.tsx'
import { addressOf, start } from '../route.ts'
import { type Edge, visitOf, type WalkStop, type Way } from './stops.ts'

/** Row heights in pixels, as the curves assume them. */
const row = { field: 30, stop: 44, gap: 14 }

const heightOf = ({ stops }: Edge) => row.field + Math.max(1, stops.length) * row.stop

/** Curves from the object to each of its fields. */
const Curves = ({ edges }: { edges: readonly Edge[] }) => {
  const whole = edges.reduce((sum, edge) => sum + heightOf(edge) + row.gap, -row.gap)
  let top = 0
  return (
    <svg class="curves" width="72" height={Math.max(0, whole)} aria-hidden="true">
      {edges.map((edge) => {
        const y = top + row.field / 2
        top += heightOf(edge) + row.gap
        return <path key={edge.way.field} d={`M0 30C40 30 24 ${y} 72 ${y}`} />
      })}
    </svg>
  )
}

type StepProps = { of: WalkStop; onStep: (way: Way, stop: WalkStop) => void; isMoved: boolean }

/** The current object of a walk, and the objects that its fields lead to. */
export const Step = ({ of, onStep, isMoved }: StepProps) => {
  const answer = useQuery(ExploreStepDocument, { id: of.id })
  const here = useRef<HTMLDivElement>(null)
  // Moves the keyboard focus to the current object.
  useEffect(() => {
    if (isMoved) here.current?.focus({ preventScroll: true })
  }, [of.id])
  const node = answer.data?.node
  const place = node ? visitOf(node) : null
  const [problem] = answer.problems
  const { page, kind, name } = place?.stop ?? of
  return (
    <div class="step" aria-busy={answer.isLoading}>
      <div class="here" ref={here} tabIndex={-1}>
        <p class="kind">{kind}</p>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {place?.more != null && <p class="quiet">{place.more}</p>}
        {page !== null && (
          <p>
            <Link to={page}>Open the page</Link>
          </p>
        )}
      </div>
      {place === null && !answer.isLoading && problem !== undefined && (
        <Failed problem={problem} as="h2" again={answer.again} />
      )}
      {place !== null && place.edges.length === 0 && (
        <p class="quiet">This has no further links: the platform does not list its uses.</p>
      )}
      {place !== null && place.edges.length > 0 && (
        <>
          <Curves edges={place.edges} />
          <ul class="edges">
            {place.edges.map((edge) => (
              <li key={edge.way.field} style={{ height: `${heightOf(edge)}px` }}>
                <p class="field">
                  <code>{edge.way.field}</code>
                  {edge.count !== null && <span class="quiet"> {compactCount(edge.count)}</span>}
                </p>
                {edge.stops.length === 0 ? (
                  <p class="quiet none">none</p>
                ) : (
                  <ul>
                    {edge.stops.map((stop, index) => (
                      <li key={`${stop.id} ${index}`}>
                        <a
                          class="stop"
                          href={addressOf(stop.page ?? start)}
                          onClick={(event) => {
                            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                            event.preventDefault()
                            onStep(edge.way, stop)
                          }}
                        >
                          <bdi>{stop.name}</bdi>
                        </a>
                        {stop.page !== null && (
                          <Link class="open" to={stop.page} aria-label={`Open the page of ${stop.name}`}>
                            ↗
                          </Link>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
