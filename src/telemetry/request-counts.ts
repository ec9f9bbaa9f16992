import type { Metric } from 'prom-client'
import type { Surface } from '../http/route.ts'
import { Durations, sampledMetric } from './sampled-metric.ts'

/** An answer that was given. `seconds`: from the request's head to the last byte handed to the socket. */
export type GivenAnswer = {
  surface: Surface
  /** As the surface calls it; null where it knows of none. Of the graph's, the name that the client gave. */
  operation: string | null
  status: number
  /** Code of the first error that it tells of, or CLIENT_LEFT for an answer to nobody; null for none. */
  code: string | null
  seconds: number
}

/** Upper bounds in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Operations of one surface that are told apart: whoever has a manifest of thousands would get as many histograms. */
const maxOperations = 200

const durationName = 'clipgraph_request_duration_seconds'

type Outcome = { status: number; code: string | null; count: number }
type Tally = { durations: Durations; outcomes: Outcome[] }

/** Requests by surface and operation, with what came of them. */
export class RequestCounts {
  readonly #knownOperations: ReadonlySet<string>
  readonly #tallies: Record<Surface, Map<string, Tally>> = {
    rest: new Map(),
    graphql: new Map(),
    mcp: new Map(),
    page: new Map()
  }

  /** `knownOperations`: names of the graph's operations that are counted under their own; clients may choose others as they like. */
  constructor(knownOperations: ReadonlySet<string>) {
    this.#knownOperations = knownOperations
  }

  observe({ surface, operation, status, code, seconds }: GivenAnswer): void {
    const name = operation ?? (surface === 'graphql' ? 'anonymous' : 'none')
    const { durations, outcomes } = this.#tallies[surface].get(name) ?? this.#tallyOf(surface, name)
    durations.observe(seconds)
    // There are few, and almost always it is the first.
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
        'Requests answered, by surface, operation, status and code of the first error told (OK: none).',
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

  #tallyOf(surface: Surface, name: string): Tally {
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

  #labelled(): (readonly [{ surface: string; operation: string }, Tally])[] {
    return Object.entries(this.#tallies).flatMap(([surface, tallies]) =>
      [...tallies].map(([operation, tally]) => [{ surface, operation }, tally] as const)
    )
  }
}
