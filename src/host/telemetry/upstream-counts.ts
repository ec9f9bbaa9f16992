import { Counter, Histogram, type Registry } from 'prom-client'
import type { PoolState } from '../../store/pool-state.ts'
import type { UpstreamEvent } from '../../store/upstream/calls.ts'
import type { UnreadableRecords } from '../../store/upstream/upstream.ts'
import { sampledMetric } from './sampled-metric.ts'

const breakerStates = ['closed', 'half-open', 'open'] as const
type ShownBreakerState = (typeof breakerStates)[number]

/** Metrics of the upstream. Calls are rare enough for the library's own metrics. */
export class UpstreamCounts {
  readonly #calls: Histogram<'outcome'>
  readonly #events: Counter<'event'>
  readonly #registry: Registry
  #breaker: ShownBreakerState = 'closed'

  constructor(registry: Registry) {
    this.#registry = registry
    this.#calls = new Histogram({
      name: 'clipgraph_upstream_call_duration_seconds',
      help: 'Time of calls to the upstream deployment, by outcome.',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry]
    })
    this.#events = new Counter({
      name: 'clipgraph_upstream_events_total',
      help: 'Retries, breaker changes, refused keys and unreadable records of the upstream, and changes between its graph and REST.',
      labelNames: ['event'],
      registers: [registry]
    })
    registry.registerMetric(
      sampledMetric(
        'gauge',
        'clipgraph_upstream_breaker_state',
        '1 for the state that the circuit breaker of the upstream is in, 0 for the others.',
        () => breakerStates.map((state) => ({ labels: { state }, value: state === this.#breaker ? 1 : 0 }))
      )
    )
  }

  observe(event: UpstreamEvent | UnreadableRecords): void {
    if (event.event === 'call') this.#calls.observe({ outcome: event.outcome }, event.ms / 1_000)
    else if (event.event === 'breaker') {
      this.#breaker = event.state
      this.#events.inc({ event: `breaker_${event.state}` })
    } else if (event.event === 'graph') this.#events.inc({ event: event.isUsed ? 'graph_used' : 'graph_left' })
    else this.#events.inc({ event: event.event }, event.event === 'unreadable' ? event.count : 1)
  }

  measurePool(state: () => PoolState): void {
    this.#registry.registerMetric(
      sampledMetric(
        'gauge',
        'clipgraph_upstream_connections',
        'Connections to the upstream or the database, by state.',
        () => {
          const { connected, free } = state()
          return [
            { labels: { state: 'free' }, value: free },
            { labels: { state: 'used' }, value: connected - free }
          ]
        }
      )
    )
    this.#registry.registerMetric(
      sampledMetric(
        'gauge',
        'clipgraph_upstream_calls',
        'Calls to the upstream or the database that are not done, by state.',
        () => {
          const { running, queued } = state()
          return [
            { labels: { state: 'running' }, value: running },
            { labels: { state: 'queued' }, value: queued }
          ]
        }
      )
    )
  }
}
