import type { Metric } from 'prom-client'
import type { Surface } from '../../surfaces/http/route.ts'
import { Durations, sampledMetric } from './sampled-metric.ts'

/** A finished response. `seconds`: from the request's head to the last byte handed to the socket. */
export type GivenAnswer = {
  surface: Surface
  /** The surface's operation name, for GraphQL the client's; null without one. */
  operation: string | null
  status: number
  /** Code of the first error, CLIENT_LEFT when the client disconnected, null for success. */
  code: string | null
  seconds: number
}

/** Bucket bounds in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Maximum number of distinct operations per surface; a large manifest would create as many histograms. */
const maxOperations = 200

const durationName = 'clipgraph_request_duration_seconds'

type CountedOutcome = { status: number; code: string | null; count: number }
type RequestTally = { durations: Durations; outcomes: CountedOutcome[] }

/** Requests by surface, operation and result. */
export class RequestCounts {
  readonly #knownOperations: ReadonlySet<string>
  readonly #tallies: Record<Surface, Map<string, RequestTally>> = {
    rest: new Map(),
    graphql: new Map(),
    mcp: new Map(),
    page: new Map()
  }

  /** `knownOperations`: GraphQL operation names counted under their own name; clients may choose any others. */
  constructor(knownOperations: ReadonlySet<string>) {
    this.#knownOperations = knownOperations
  }

  observe({ surface, operation, status, code, seconds }: GivenAnswer): void {
    const name = operation ?? (surface === 'graphql' ? 'anonymous' : 'none')
    const { durations, outcomes } = this.#tallies[surface].get(name) ?? this.#tallyOf(surface, name)
    durations.observe(seconds)
    // Few entries, and almost always the first matches.
    for (const outcome of outcomes) {
      if (outcome.status === status && outcome.code === code) {
        outcome.count += 1
        return
      }
    }
    outcomes.push({ status, code, count: 1 })
  }

  get metrics(): Metric[] {
    return [
      sampledMetric(
        'counter',
        'clipgraph_requests_total',
        'Requests answered, by surface, operation, status and code of the first error (OK: none).',
        () =>
          this.#labelled().flatMap(([labels, { outcomes }]) =>
            outcomes.map(({ status, code, count }) => ({
              labels: { ...labels, status: String(status), code: code ?? 'OK' },
              value: count
            }))
          )
      ),
      sampledMetric('histogram', durationName, 'Time to answer a request, by surface and operation.', () =>
        this.#labelled().flatMap(([labels, { durations }]) => durations.samples(durationName, labels))
      )
    ]
  }

  #tallyOf(surface: Surface, name: string): RequestTally {
    const tallies = this.#tallies[surface]
    const label = this.#labelOf(surface, name)
    let tally = tallies.get(label)
    if (tally === undefined) {
      tally = { durations: new Durations(bounds), outcomes: [] }
      tallies.set(label, tally)
    }
    return tally
  }

  #labelOf(surface: Surface, name: string): string {
    const isKnown = surface !== 'graphql' || name === 'anonymous' || this.#knownOperations.has(name)
    return isKnown && this.#tallies[surface].size < maxOperations ? name : 'other'
  }

  #labelled(): (readonly [{ surface: string; operation: string }, RequestTally])[] {
    return Object.entries(this.#tallies).flatMap(([surface, tallies]) =>
      [...tallies].map(([operation, tally]) => [{ surface, operation }, tally] as const)
    )
  }
}
