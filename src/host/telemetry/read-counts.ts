import type { Metric } from 'prom-client'
import type { ReadResult } from '../../core/scope.ts'
import { Durations, sampledMetric } from './sampled-metric.ts'

/** Bucket bounds in seconds: from an embedded lookup to the longest wait for an upstream. */
const bounds = [0.0001, 0.00025, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const durationName = 'clipgraph_source_duration_seconds'

/** Reads by kind, and the source's durations. */
export class ReadCounts {
  readonly #results = new Map<string, Record<ReadResult, number>>()
  readonly #durations = new Map<string, Durations>()

  count(kind: string, result: ReadResult): void {
    let results = this.#results.get(kind)
    if (results === undefined) {
      results = { fresh: 0, stale: 0, negative: 0, miss: 0, error: 0 }
      this.#results.set(kind, results)
    }
    results[result] += 1
  }

  time(kind: string, seconds: number): void {
    let durations = this.#durations.get(kind)
    if (durations === undefined) {
      durations = new Durations(bounds)
      this.#durations.set(kind, durations)
    }
    durations.observe(seconds)
  }

  get metrics(): Metric[] {
    return [
      sampledMetric(
        'counter',
        'clipgraph_reads_total',
        'Reads behind answers, by kind and result: fresh, stale or negative (known not to be there) from the cache, miss, or error.',
        () =>
          [...this.#results].flatMap(([kind, results]) =>
            Object.entries(results).map(([result, value]) => ({ labels: { kind, result }, value }))
          )
      ),
      sampledMetric(
        'histogram',
        durationName,
        'Time the source took for a look-up (of one or more keys) or a page, by kind.',
        () => [...this.#durations].flatMap(([kind, durations]) => durations.samples(durationName, { kind }))
      )
    ]
  }
}
